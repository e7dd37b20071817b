# How a folder becomes a target: warnings, sanitizers, assertions, precompiled headers, ccache.

find_program(GNOMON_CCACHE ccache)
if(GNOMON_CCACHE)
  # Only with these settings ccache keeps what was compiled with a precompiled header.
  set(sloppiness "pch_defines,time_macros,include_file_mtime,include_file_ctime")
  # With the base, another clone of the repository finds what was compiled here.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_SLOPPINESS=${sloppiness}"
      "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" "${GNOMON_CCACHE}")
endif()

add_library(gnomon_options INTERFACE)
target_compile_options(gnomon_options INTERFACE -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion
                                                -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports impossible overlaps and dangling reads inside libstdc++ when it inlines string and vector code.
  target_compile_options(gnomon_options INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
                                                  -Wno-stringop-overread -Wno-maybe-uninitialized)
endif()
# What the public headers declare is visible outside the shared library (they say so), the rest is not.
target_compile_options(gnomon_options INTERFACE -fvisibility=hidden -fvisibility-inlines-hidden)
target_include_directories(gnomon_options INTERFACE "${CMAKE_SOURCE_DIR}/src" "${CMAKE_SOURCE_DIR}/include")
if(GNOMON_ASSERTIONS)
  target_compile_definitions(gnomon_options INTERFACE GNOMON_ASSERTIONS=1)
endif()
if(GNOMON_SANITIZE)
  target_compile_options(gnomon_options INTERFACE "-fsanitize=${GNOMON_SANITIZE}" -fno-omit-frame-pointer
                                                  -fno-sanitize-recover=all)
  target_link_options(gnomon_options INTERFACE "-fsanitize=${GNOMON_SANITIZE}")
endif()

# For what spends its time elsewhere, so that the compiler does not spend its time here. GCC needs a sixth less time for
# -Og than for -O1, and the code is of the same size.
add_library(gnomon_little_optimisation INTERFACE)
target_compile_options(gnomon_little_optimisation INTERFACE $<$<NOT:$<CONFIG:Debug>>:-Og>)

# Tests spend their time in the library.
add_library(gnomon_test_options INTERFACE)
target_link_libraries(gnomon_test_options INTERFACE gnomon_options gnomon_little_optimisation GTest::gtest)

# gnomon_sources(VARIABLE): all .cpp files of the current folder. A folder without any is a mistake.
function(gnomon_sources variable)
  file(GLOB sources CONFIGURE_DEPENDS "*.cpp")
  if(NOT sources)
    message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR} has no .cpp file")
  endif()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# Most files include the same standard headers, and reading them takes most of the time of compiling a file. They are
# read once per kind of target. Precompiled headers hide missing #includes: tests/sanity compiles every header without
# them, and ./dev lint reads every file without them.
set(precompiled_headers <algorithm> <cstdint> <functional> <map> <memory> <optional> <set> <span> <stdexcept> <string>
                        <string_view> <unordered_map> <utility> <vector> <fmt/format.h> <gmpxx.h>)

# gnomon_precompile(NAME [SHARED] [HEADERS header...] [LIBRARIES target...]): a target for others to share its headers with.
function(gnomon_precompile name)
  if(NOT GNOMON_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(arg "SHARED" "" "HEADERS;LIBRARIES" ${ARGN})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "")
  add_library(${name} OBJECT "${source}")
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ${arg_SHARED})
  target_link_libraries(${name} PRIVATE gnomon_options fmt::fmt ${arg_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${precompiled_headers} ${arg_HEADERS})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Without it the precompiled header differs in every build, and nothing that uses it is found in ccache.
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# gnomon_use_precompiled(TARGET NAME)
function(gnomon_use_precompiled target name)
  if(GNOMON_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# gnomon_as_layer(TARGET...): compile these libraries like the layers.
function(gnomon_as_layer)
  foreach(target ${ARGN})
    # The objects of layers also go into the shared library.
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    gnomon_use_precompiled(${target} gnomon_layer_headers)
  endforeach()
endfunction()

function(gnomon_as_light_layer target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PRIVATE gnomon_little_optimisation)
  gnomon_use_precompiled(${target} gnomon_light_headers)
endfunction()

# gnomon_layer(NAME [LIGHT] [DEPENDS layer...] [LIBRARIES target...]): all .cpp files of the current folder, as
# gnomon_NAME. LIGHT is for layers that spend their time in others: they are compiled faster, with little optimisation.
function(gnomon_layer name)
  cmake_parse_arguments(arg "LIGHT" "" "DEPENDS;LIBRARIES" ${ARGN})
  list(TRANSFORM arg_DEPENDS PREPEND gnomon_)
  gnomon_sources(sources)
  add_library(gnomon_${name} STATIC ${sources})
  target_link_libraries(gnomon_${name} PUBLIC gnomon_options ${arg_LIBRARIES} ${arg_DEPENDS})
  if(arg_LIGHT)
    gnomon_as_light_layer(gnomon_${name})
  else()
    gnomon_as_layer(gnomon_${name})
  endif()
endfunction()

# gnomon_tests(NAME [DEPENDS layer...] [LIBRARIES target...]): all .cpp files of the current folder, as one GoogleTest
# program NAME whose tests ctest runs one by one.
function(gnomon_tests name)
  cmake_parse_arguments(arg "" "" "DEPENDS;LIBRARIES" ${ARGN})
  list(TRANSFORM arg_DEPENDS PREPEND gnomon_)
  gnomon_sources(sources)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE gnomon_test_options GTest::gtest_main ${arg_LIBRARIES} ${arg_DEPENDS})
  gnomon_use_precompiled(${name} gnomon_test_headers)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
endfunction()
