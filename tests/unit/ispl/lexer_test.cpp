#include "ispl/lexer.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace gnomon::ispl {
namespace {

std::vector<TokenKind> kinds(std::string_view text) {
  Words words;
  Lexer lexer(text, words);
  std::vector<TokenKind> result;
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) result.push_back(token.kind);
  return result;
}

using K = TokenKind;

TEST(Lexer, TakesTheLongestSymbol) {
  EXPECT_EQ(kinds("= == <> != < <= > >= -> <-> - . .. ! & && | ||"),
            (std::vector<K>{K::Equal, K::EqualEqual, K::NotEqual, K::NotEqual, K::Less, K::LessEqual, K::Greater,
                            K::GreaterEqual, K::Arrow, K::Iff, K::Minus, K::Dot, K::DotDot, K::Bang, K::Ampersand,
                            K::DoubleAmpersand, K::Pipe, K::DoublePipe}));
  EXPECT_EQ(kinds("x<-1"), (std::vector<K>{K::Word, K::Less, K::Minus, K::Number}));
  EXPECT_EQ(kinds("1..3"), (std::vector<K>{K::Number, K::DotDot, K::Number}));
  EXPECT_EQ(kinds("{}()[];:,+*/~^?@"),
            (std::vector<K>{K::LeftBrace, K::RightBrace, K::LeftParen, K::RightParen, K::LeftBracket, K::RightBracket,
                            K::Semicolon, K::Colon, K::Comma, K::Plus, K::Star, K::Slash, K::Tilde, K::Caret,
                            K::Question, K::At}));
}

TEST(Lexer, SkipsCommentsAndBlanks) {
  EXPECT_EQ(kinds("a -- b c\n d --"), (std::vector<K>{K::Word, K::Word}));
  EXPECT_EQ(kinds(" \t\r\n\v\f"), std::vector<K>{});
  EXPECT_EQ(kinds("3--4\n5"), (std::vector<K>{K::Number, K::Number}));
}

TEST(Lexer, GivesPlaces) {
  Words words;
  Lexer lexer("ab  >= 12", words);
  EXPECT_EQ(lexer.next().span, (Span{0, 2}));
  EXPECT_EQ(lexer.next().span, (Span{4, 6}));
  EXPECT_EQ(lexer.next().span, (Span{7, 9}));
  Token end = lexer.next();
  EXPECT_EQ(end.kind, K::End);
  EXPECT_EQ(end.span, (Span{9, 9}));
  lexer.seek(4);
  EXPECT_EQ(lexer.next().kind, K::GreaterEqual);
}

TEST(Lexer, CollectsForeignBytesIntoOneToken) {
  using namespace std::string_view_literals;
  EXPECT_EQ(kinds("a\xc3\xa4\x00#$b"sv), (std::vector<K>{K::Word, K::Bad, K::Word}));
  EXPECT_EQ(kinds("\"'`\\%"), (std::vector<K>{K::Bad}));
}

TEST(Lexer, InternsWordsAndKnowsKeywords) {
  Words words;
  Lexer lexer("Agent foo end foo Observations", words);
  EXPECT_TRUE(is_keyword(lexer.next().word, Keyword::Agent));
  WordId foo = lexer.next().word;
  EXPECT_EQ(words.text(foo), "foo");
  EXPECT_FALSE(is_reserved(foo));
  WordId end = lexer.next().word;
  EXPECT_TRUE(is_keyword(end, Keyword::End));
  EXPECT_TRUE(is_reserved(end));
  EXPECT_EQ(lexer.next().word, foo);
  WordId observations = lexer.next().word;
  EXPECT_TRUE(is_keyword(observations, Keyword::Observations));
  EXPECT_FALSE(is_reserved(observations));
}

TEST(Lexer, ReservesNoShortNames) {
  Words words;
  for (std::string_view free : {"MA", "SA", "MultiAssignment", "of", "starts", "with", "K", "U", "LDL", "Delta"}) {
    EXPECT_FALSE(is_reserved(words.intern(free))) << free;
  }
  for (std::string_view taken : {"Agent", "Environment", "Other", "Action", "true", "boolean", "if", "GreenStates"}) {
    EXPECT_TRUE(is_reserved(words.intern(taken))) << taken;
  }
}

}  // namespace
}  // namespace gnomon::ispl
