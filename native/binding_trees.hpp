// The compiled searches on artificial trees, for Python.
#pragma once

#include <nanobind/nanobind.h>

void bind_tree_searches(nanobind::module_& m);
