# How a folder becomes a target: warnings, sanitizers, assertions, ccache.

find_program(GNOMON_CCACHE ccache)
if(GNOMON_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${GNOMON_CCACHE}")
endif()

add_library(gnomon_options INTERFACE)
target_compile_options(gnomon_options INTERFACE -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion
                                                -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports impossible overlaps and dangling reads inside libstdc++ when it inlines string and vector code.
  target_compile_options(gnomon_options INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                                                  -Wno-maybe-uninitialized)
endif()
target_include_directories(gnomon_options INTERFACE "${CMAKE_SOURCE_DIR}/src" "${CMAKE_SOURCE_DIR}/include")
if(GNOMON_ASSERTIONS)
  target_compile_definitions(gnomon_options INTERFACE GNOMON_ASSERTIONS=1)
endif()
if(GNOMON_SANITIZE)
  target_compile_options(gnomon_options INTERFACE "-fsanitize=${GNOMON_SANITIZE}" -fno-omit-frame-pointer
                                                  -fno-sanitize-recover=all)
  target_link_options(gnomon_options INTERFACE "-fsanitize=${GNOMON_SANITIZE}")
endif()

# gnomon_sources(VARIABLE): all .cpp files of the current folder. A folder without any is a mistake.
function(gnomon_sources variable)
  file(GLOB sources CONFIGURE_DEPENDS "*.cpp")
  if(NOT sources)
    message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR} has no .cpp file")
  endif()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# gnomon_layer(NAME [DEPENDS layer...] [LIBRARIES target...]): all .cpp files of the current folder, as gnomon_NAME.
function(gnomon_layer name)
  cmake_parse_arguments(arg "" "" "DEPENDS;LIBRARIES" ${ARGN})
  list(TRANSFORM arg_DEPENDS PREPEND gnomon_)
  gnomon_sources(sources)
  add_library(gnomon_${name} STATIC ${sources})
  target_link_libraries(gnomon_${name} PUBLIC gnomon_options ${arg_LIBRARIES} ${arg_DEPENDS})
endfunction()

# gnomon_tests(NAME [DEPENDS layer...] [LIBRARIES target...]): all .cpp files of the current folder, as one GoogleTest
# program NAME whose tests ctest runs one by one.
function(gnomon_tests name)
  cmake_parse_arguments(arg "" "" "DEPENDS;LIBRARIES" ${ARGN})
  list(TRANSFORM arg_DEPENDS PREPEND gnomon_)
  gnomon_sources(sources)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE gnomon_options GTest::gtest GTest::gtest_main rapidcheck ${arg_LIBRARIES}
                                        ${arg_DEPENDS})
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
endfunction()
