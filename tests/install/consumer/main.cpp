#include <fstream>
#include <gnomon/gnomon.h>
#include <iostream>
#include <iterator>

int main(int, char** argv) {
  std::ifstream file(argv[1]);
  gnomon::api::Run run(argv[1], std::string(std::istreambuf_iterator<char>(file), {}));
  for (const auto& result : run.check_all()) std::cout << (result.verdict == gnomon::api::Verdict::True) << "\n";
  try {
    run.check(1000);
  } catch (const gnomon::api::UsageError&) {
    std::cout << "no such formula, says " << gnomon::api::version() << "\n";
  }
}
