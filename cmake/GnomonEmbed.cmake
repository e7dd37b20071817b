# gnomon_embed(OUTPUT ROOT_NAME... ): writes a C++ file that holds the content of files and defines
# gnomon::serve::embedded_files() (src/serve/embedded.h). Arguments after OUTPUT come in pairs: the name in the program and
# the path of the file. The assembler copies the files, so that even large ones cost no time.
function(gnomon_embed output)
  set(declarations "")
  set(entries "")
  set(paths "")
  set(number 0)
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest name path)
    set(symbol "gnomon_embedded_${number}")
    string(APPEND declarations
           "asm(\".pushsection .rodata\\n.hidden ${symbol}\\n.global ${symbol}\\n${symbol}:\\n.incbin \\\"${path}\\\"\\n\"\n"
           "    \".hidden ${symbol}_end\\n.global ${symbol}_end\\n${symbol}_end:\\n.byte 0\\n.popsection\\n\");\n"
           "extern \"C\" const char ${symbol}[];\nextern \"C\" const char ${symbol}_end[];\n")
    string(APPEND entries
           "      {\"${name}\", {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
    list(APPEND paths "${path}")
    math(EXPR number "${number} + 1")
  endwhile()
  file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT
"// Made by the build: files that are parts of the program.
#include <cstddef>

#include \"serve/embedded.h\"

@declarations@
const std::vector<gnomon::serve::EmbeddedFile>& gnomon::serve::embedded_files() {
  static const std::vector<EmbeddedFile> files = {
@entries@  };
  return files;
}
")
  set_source_files_properties("${output}" PROPERTIES OBJECT_DEPENDS "${paths}" SKIP_PRECOMPILE_HEADERS ON
                                                     SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
