// Small models for the tests of this folder.
#pragma once

namespace gnomon::test {

// A coin is tossed at every step. Eve sees it, Bob does not; Bob counts nothing but sees the lamp, which shows the
// former coin.
inline const char* const kCoin = R"(
Agent Environment
  Obsvars: lamp : boolean; end Obsvars
  Vars: coin : boolean; end Vars
  Actions = {heads, tails};
  Protocol: Other : {heads, tails}; end Protocol
  Evolution:
    coin = true and lamp = coin if Action = heads;
    coin = false and lamp = coin if Action = tails;
  end Evolution
end Agent
Agent Eve
  Lobsvars = {coin};
  Actions = {none};
  Protocol: Other : {none}; end Protocol
end Agent
Agent Bob
  Actions = {none};
  Protocol: Other : {none}; end Protocol
end Agent
Evaluation
  coin if Environment.coin = true;
  lamp if Environment.lamp = true;
end Evaluation
InitStates Environment.lamp = false; end InitStates
Groups
  both = {Eve, Bob};
  bob = {Bob};
  nobody = {};
end Groups
Observations
  shut of Eve = {};
  peek of Bob = {Environment.coin};
end Observations
Formulae
  true;
end Formulae
)";

// A secret that never changes, seen by Seer; a counter that runs to 3 and stays, seen by nobody. Seer2 sees both.
inline const char* const kSecret = R"(
Agent Environment
  Vars: secret : 0..7; count : 0..3; end Vars
  Actions = {tick};
  Protocol: Other : {tick}; end Protocol
  Evolution: count = count + 1 if count < 3; end Evolution
end Agent
Agent Seer
  Lobsvars = {secret};
  Actions = {none};
  Protocol: Other : {none}; end Protocol
end Agent
Agent Seer2
  Lobsvars = {secret, count};
  Actions = {none};
  Protocol: Other : {none}; end Protocol
end Agent
Agent Blind
  Actions = {none};
  Protocol: Other : {none}; end Protocol
end Agent
Evaluation
  zero if Environment.secret = 0;
  done if Environment.count = 3;
  odd if Environment.count = 1 or Environment.count = 3;
end Evaluation
InitStates Environment.count = 0; end InitStates
Observations
  nothing of Seer = {};
end Observations
Formulae
  true;
end Formulae
)";

}  // namespace gnomon::test
