// The parts of the native module. What is here is plain; the classes that people use are written in Python on top of it.
#pragma once

#include <pybind11/pybind11.h>

namespace gnomon::python {

void bind_run(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);

}  // namespace gnomon::python
