// The commands. Each one adds its options to the program's and, when it is chosen, leaves what is to be done.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace gnomon::cli {

inline std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

using Action = std::function<int()>;  // returns the exit status

void add_check_command(CLI::App& program, Action& chosen);
void add_info_command(CLI::App& program, Action& chosen);
void add_parse_command(CLI::App& program, Action& chosen);
void add_gen_command(CLI::App& program, Action& chosen);
void add_simulate_command(CLI::App& program, Action& chosen);
void add_graph_command(CLI::App& program, Action& chosen);
void add_automaton_command(CLI::App& program, Action& chosen);
void add_elaborate_command(CLI::App& program, Action& chosen);
void add_export_command(CLI::App& program, Action& chosen);
void add_test_command(CLI::App& program, Action& chosen);
void add_lsp_command(CLI::App& program, Action& chosen);
void add_sweep_command(CLI::App& program, Action& chosen);
void add_worker_command(CLI::App& program, Action& chosen);
void add_cluster_command(CLI::App& program, Action& chosen);
void add_serve_command(CLI::App& program, Action& chosen);

// These read their arguments themselves: MCMAS has options that look like nothing else (`-atlk 1`), and the argument of
// help may be the name of a command.
void add_mcmas_command(CLI::App& program);
int run_mcmas(const std::vector<std::string>& arguments);
void add_help_command(CLI::App& program);
int run_help(const CLI::App& program, const std::vector<std::string>& arguments);

// What `gnomon serve` starts for a request: VERB SECONDS BYTES MODEL_BYTES, the request on standard input.
int run_studio_work(const std::vector<std::string>& arguments);

}  // namespace gnomon::cli
