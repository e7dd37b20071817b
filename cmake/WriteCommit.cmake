# Writes a header with the commit of SOURCE to OUTPUT, unless it says so already. Run in every build.
cmake_minimum_required(VERSION 3.22)
set(commit "unknown: not built in a clone")
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty --abbrev=12 --exclude=* OUTPUT_VARIABLE found
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(NOT failed)
  set(commit "${found}")
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#define GNOMON_COMMIT \"${commit}\"\n")
