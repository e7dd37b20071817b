// Who may use the studio: every way to be refused, one difference at a time from a request that passes.
#include "serve/guard.h"

#include <functional>
#include <gtest/gtest.h>

namespace gnomon::serve {
namespace {

Access home() {
  return {"0123456789abcdef", {"127.0.0.1:8470", "localhost:8470"}, 1000};
}

Asked good_post() {
  Asked asked;
  asked.method = "POST";
  asked.path = "/api/check";
  asked.host = "127.0.0.1:8470";
  asked.origin = "http://127.0.0.1:8470";
  asked.site = "same-origin";
  asked.token = "0123456789abcdef";
  asked.content_type = "application/json; charset=utf-8";
  asked.content_length = "1000";
  return asked;
}

int status_after(const std::function<void(Asked&)>& change) {
  Asked asked = good_post();
  change(asked);
  std::optional<Refusal> no = refusal(home(), asked);
  return no ? no->status : 200;
}

TEST(Guard, GoodRequestsPass) {
  EXPECT_EQ(status_after([](Asked&) {}), 200);
  EXPECT_EQ(status_after([](Asked& asked) { asked.origin = asked.site = ""; }), 200) << "a program, not a browser";
  EXPECT_EQ(status_after([](Asked& asked) {
              asked.host = "LocalHost:8470";
              asked.origin = "https://localhost:8470";
            }),
            200)
      << "behind a proxy that does TLS";
}

TEST(Guard, TokenMustBeWhole) {
  for (const char* token : {"", "0", "0123456789abcde", "0123456789abcdeF", "0123456789abcdef0"}) {
    EXPECT_EQ(status_after([&](Asked& asked) { asked.token = token; }), 401) << token;
  }
}

TEST(Guard, HostsOfOthers) {
  for (const char* host :
       {"", "evil.example", "evil.example:8470", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8470.evil.example"}) {
    EXPECT_EQ(status_after([&](Asked& asked) { asked.host = host; }), 421) << host;
  }
}

TEST(Guard, OriginsOfOthers) {
  for (const char* origin : {"null", "http://evil.example", "http://127.0.0.1:8471", "http://127.0.0.1", "file://",
                             "http://localhost:8470"}) {
    EXPECT_EQ(status_after([&](Asked& asked) { asked.origin = origin; }), 403) << origin;
  }
  for (const char* site : {"cross-site", "same-site"}) {
    EXPECT_EQ(status_after([&](Asked& asked) {
                asked.origin = "";
                asked.site = site;
              }),
              403)
        << site;
  }
}

TEST(Guard, Bodies) {
  EXPECT_EQ(status_after([](Asked& asked) { asked.content_length = "1001"; }), 413);
  EXPECT_EQ(status_after([](Asked& asked) { asked.content_length = "99999999999999999999999"; }), 413);
  EXPECT_EQ(status_after([](Asked& asked) { asked.content_length = ""; }), 411);
  EXPECT_EQ(status_after([](Asked& asked) { asked.transfer_encoding = "chunked"; }), 411);
  EXPECT_EQ(status_after([](Asked& asked) { asked.content_length = "-1"; }), 400);
  EXPECT_EQ(status_after([](Asked& asked) { asked.content_length = "1e3"; }), 400);
  EXPECT_EQ(status_after([](Asked& asked) { asked.content_encoding = "gzip"; }), 415);
  for (const char* type : {"", "text/plain", "multipart/form-data; boundary=x", "application/jsonp"}) {
    EXPECT_EQ(status_after([&](Asked& asked) { asked.content_type = type; }), 415) << type;
  }
}

TEST(Guard, ThePageNeedsNoToken) {
  auto page = [](Asked& asked) {
    asked.method = "GET";
    asked.path = "/";
    asked.token = asked.origin = asked.content_type = asked.content_length = "";
  };
  EXPECT_EQ(status_after(page), 200);
  EXPECT_EQ(status_after([&](Asked& asked) {
              page(asked);
              asked.site = "cross-site";
            }),
            200)
      << "a link on another site may lead here";
  EXPECT_EQ(status_after([&](Asked& asked) {
              page(asked);
              asked.path = "/api/about";
            }),
            401);
  EXPECT_EQ(status_after([&](Asked& asked) {
              page(asked);
              asked.host = "evil.example";
            }),
            421);
  EXPECT_EQ(status_after([](Asked& asked) { asked.path = "/"; }), 404);
  EXPECT_EQ(status_after([](Asked& asked) { asked.method = "DELETE"; }), 405);
}

TEST(Guard, TokensDiffer) {
  std::string one = random_token();
  EXPECT_EQ(one.size(), 32u);
  EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(one, random_token());
  EXPECT_TRUE(same_secret(one, std::string(one)));
}

}  // namespace
}  // namespace gnomon::serve
