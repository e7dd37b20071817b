// Automata as text: the Hanoi omega-automata format (HOA v1) and Graphviz.
//
// HOA knows infinite words only. A finite automaton is written as a Büchi automaton over one more proposition `alive`,
// true up to the end of the word and false for ever after; the condition under which a word may end is the label of an
// edge to an additional last state. A test of a path formula is a proposition, too.
#pragma once

#include <functional>
#include <string>

#include "automata/buchi.h"
#include "automata/nfa.h"
#include "logic/formula.h"

namespace gnomon::automata {

// The text of a letter or of a tested path formula.
using FormulaText = std::function<std::string(logic::Formula)>;

std::string to_hoa(const Buchi& automaton, const FormulaText& text, const std::string& name = {});
std::string to_hoa(const Nfa& automaton, const FormulaText& text, const std::string& name = {});

// In the pictures a double circle is a state of an accepting component (Büchi) or one that always accepts (NFA); a
// condition for ending is written into the state; acceptance sets stand in braces behind the guard.
std::string to_dot(const Buchi& automaton, const FormulaText& text, const std::string& name = {});
std::string to_dot(const Nfa& automaton, const FormulaText& text, const std::string& name = {});

}  // namespace gnomon::automata
