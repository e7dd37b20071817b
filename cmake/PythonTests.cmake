# Scripts of unittest as parts of the suite, one test per class. The distribution's interpreter sees its own packages.
find_program(GNOMON_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT GNOMON_PYTHON)
  find_program(GNOMON_PYTHON NAMES python3 REQUIRED)
endif()

# gnomon_add_python_tests(PREFIX BASES SCRIPT...): the tests PREFIX.CLASS for the classes derived from one of BASES, a
# regular expression.
function(gnomon_add_python_tests prefix bases)
  foreach(script ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${script})
    file(STRINGS ${script} classes REGEX "^class [A-Za-z0-9]+\\((${bases})\\):")
    foreach(class ${classes})
      string(REGEX REPLACE "^class ([A-Za-z0-9]+).*" "\\1" part "${class}")
      add_test(NAME ${prefix}.${part} COMMAND "${GNOMON_PYTHON}" "${CMAKE_CURRENT_SOURCE_DIR}/${script}" ${part})
      set_tests_properties(${prefix}.${part} PROPERTIES TIMEOUT 300 ENVIRONMENT
                           "GNOMON=$<TARGET_FILE:gnomon>;GNOMON_SOURCE=${CMAKE_SOURCE_DIR};PYTHONDONTWRITEBYTECODE=1")
    endforeach()
  endforeach()
endfunction()
