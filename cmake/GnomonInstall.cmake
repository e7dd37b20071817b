# The library as others use it, and what `cmake --install` copies.
#
# All layers go into one library, shared (libgnomon.so) and static (libgnomon.a), from the same objects. A program that
# uses the shared one sees the headers of include/gnomon and nothing else; with the static one the libraries that
# Gnomon itself uses are linked as well.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(objects)
foreach(layer ${layers})
  list(APPEND objects $<TARGET_OBJECTS:gnomon_${layer}>)
endforeach()
add_library(gnomon_shared SHARED ${objects})
add_library(gnomon_static STATIC ${objects})
# As long as the first number of the version is 0, the second one stands for the interface.
set_target_properties(gnomon_shared PROPERTIES VERSION ${PROJECT_VERSION} EXPORT_NAME gnomon
                                               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set_target_properties(gnomon_static PROPERTIES EXPORT_NAME static)
foreach(library gnomon_shared gnomon_static)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME gnomon LINKER_LANGUAGE CXX)
  target_compile_features(${library} INTERFACE cxx_std_17)
  target_include_directories(${library} INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
target_link_libraries(gnomon_shared PRIVATE $<BUILD_INTERFACE:gnomon_options> $<BUILD_INTERFACE:fmt::fmt> gmpxx gmp
                                            cadical $<BUILD_INTERFACE:Threads::Threads>)
# What comes from static libraries stays inside.
target_link_options(gnomon_shared PRIVATE -Wl,--exclude-libs,ALL)
target_link_libraries(gnomon_static INTERFACE fmt::fmt gmpxx gmp cadical Threads::Threads)

# The manual pages and the completion of words are what the program says about itself.
add_custom_command(OUTPUT man/gnomon.1 COMMAND gnomon help man --output man DEPENDS gnomon VERBATIM)
add_custom_command(OUTPUT completion/gnomon completion/_gnomon completion/gnomon.fish
                   COMMAND "${CMAKE_COMMAND}" -E make_directory completion
                   COMMAND gnomon help completion bash > completion/gnomon
                   COMMAND gnomon help completion zsh > completion/_gnomon
                   COMMAND gnomon help completion fish > completion/gnomon.fish DEPENDS gnomon VERBATIM)
add_custom_target(gnomon_man ALL DEPENDS man/gnomon.1 completion/gnomon.fish)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/Gnomon")
configure_package_config_file(cmake/GnomonConfig.cmake.in GnomonConfig.cmake INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file(GnomonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH pkgconfig_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(cmake/gnomon.pc.in gnomon.pc @ONLY)

# Components are packages (GnomonPackages.cmake).
install(TARGETS gnomon RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(TARGETS gnomon_shared EXPORT GnomonTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS gnomon_static EXPORT GnomonStaticTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
foreach(set GnomonTargets GnomonStaticTargets)
  install(EXPORT ${set} NAMESPACE Gnomon:: DESTINATION "${package_folder}" COMPONENT development)
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/GnomonConfig.cmake" "${PROJECT_BINARY_DIR}/GnomonConfigVersion.cmake"
        DESTINATION "${package_folder}" COMPONENT development)
install(FILES "${PROJECT_BINARY_DIR}/gnomon.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(DIRECTORY include/gnomon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY "${PROJECT_BINARY_DIR}/man/" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES "${PROJECT_BINARY_DIR}/completion/gnomon" COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES "${PROJECT_BINARY_DIR}/completion/_gnomon" COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES "${PROJECT_BINARY_DIR}/completion/gnomon.fish" COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
