#include "cluster/nats/connection.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string_view>
#include <utility>

#include "task/frame.h"
#include "task/sha256.h"

namespace gnomon::cluster {

namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::int64_t kDay = 86'400 * kNanosecondsPerSecond;
constexpr std::int64_t kDuplicateWindow = 120 * kNanosecondsPerSecond;
constexpr std::int64_t kAnswerWait = 2000;  // milliseconds

std::string piece_subject(const std::string& digest, std::size_t number) {
  return fmt::format("gnomon.part.{}.{}", digest, number);
}

void on_lost(natsConnection* /*connection*/, void* signals) {
  static_cast<Signals*>(signals)->set_connected(false);
}

void on_restored(natsConnection* /*connection*/, void* signals) {
  static_cast<Signals*>(signals)->set_connected(true);
}

void on_closed(natsConnection* /*connection*/, void* signals) {
  static_cast<Signals*>(signals)->set_closed();
}

// Errors of subscriptions are seen where they are used; the library would print them otherwise.
void on_error(natsConnection* /*connection*/, natsSubscription* /*subscription*/, natsStatus /*status*/,
              void* /*none*/) {}

std::string read_secret(const std::string& path, std::string& problem) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.is_open()) problem = fmt::format("cannot read {}: {}", path, std::strerror(errno));
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  constexpr std::size_t kShortest = 16;
  if (problem.empty() && text.size() < kShortest) {
    problem = fmt::format("{}: a key needs at least {} characters", path, kShortest);
  }
  return text;
}

}  // namespace

void Signals::set_closed() {
  const std::scoped_lock lock(mutex_);
  closed_ = true;
  changed_.notify_all();  // inside the lock: whoever waits may destroy this object
}

void Signals::wait_until_closed() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return closed_; });
}

std::string version_token(const std::string& version) {
  std::string token = version;
  std::replace(token.begin(), token.end(), '.', '_');
  return token;
}

// The client's details begin with a place in its own source, as in `(conn.c:2088): `.
std::string status_text(natsStatus status) {
  natsStatus last = NATS_OK;
  const char* text = nats_GetLastError(&last);
  std::string_view detail = last == status && text != nullptr ? text : "";
  if (const std::size_t end = detail.find("): "); detail.starts_with('(') && end != std::string_view::npos) {
    detail.remove_prefix(end + 3);
  }
  const std::string_view kind = natsStatus_GetText(status);
  return detail.empty() || detail == kind ? std::string(kind) : fmt::format("{} ({})", kind, detail);
}

Connection::Connection(const ClusterOptions& options, const std::string& name, std::string& problem)
    : url_(options.url), uses_tls_(options.uses_tls()) {
  problem = options_problem(options);
  if (problem.empty() && !options.secret.empty()) key_ = read_secret(options.secret, problem);
  if (problem.empty()) problem = open(options, name);
}

Connection::~Connection() {
  jsCtx_Destroy(streams_);
  if (connection_ != nullptr) {
    natsConnection_FlushTimeout(connection_, kAnswerWait);
    natsConnection_Close(connection_);
    signals_.wait_until_closed();  // the library's thread still tells that the connection was lost
    natsConnection_Destroy(connection_);
  }
  // Version 3.4 of the library frees what belongs to OpenSSL when it is closed, which OpenSSL then does again when the
  // process ends. It may as well stay open.
  if (!uses_tls_) nats_Close();
}

std::string Connection::configure(natsOptions* all, const ClusterOptions& options, const std::string& name) {
  constexpr std::int64_t kReconnectWait = 200;  // milliseconds
  constexpr std::int64_t kPing = 2000;
  std::string servers = options.url;
  std::vector<std::string> list;
  for (std::size_t end = servers.find(','); end != std::string::npos; end = servers.find(',')) {
    list.push_back(servers.substr(0, end));
    servers.erase(0, end + 1);
  }
  list.push_back(servers);
  std::vector<const char*> urls;
  for (const std::string& one : list) urls.push_back(one.c_str());
  natsStatus status = natsOptions_SetServers(all, urls.data(), static_cast<int>(urls.size()));
  auto also = [&](natsStatus next) {
    if (status == NATS_OK) status = next;
  };
  also(natsOptions_SetName(all, name.c_str()));
  also(natsOptions_SetSendAsap(all, true));
  also(natsOptions_SetMaxReconnect(all, -1));
  also(natsOptions_SetReconnectWait(all, kReconnectWait));
  also(natsOptions_SetPingInterval(all, kPing));
  also(natsOptions_SetMaxPingsOut(all, 2));
  also(natsOptions_SetDisconnectedCB(all, on_lost, &signals_));
  also(natsOptions_SetReconnectedCB(all, on_restored, &signals_));
  also(natsOptions_SetClosedCB(all, on_closed, &signals_));
  also(natsOptions_SetErrorHandler(all, on_error, nullptr));
  if (status != NATS_OK) return status_text(status);
  if (options.uses_tls()) also(natsOptions_SetSecure(all, true));
  if (!options.authority.empty()) also(natsOptions_LoadCATrustedCertificates(all, options.authority.c_str()));
  if (status != NATS_OK) return fmt::format("{}: {}", options.authority, status_text(status));
  if (!options.certificate.empty()) {
    also(natsOptions_LoadCertificatesChain(all, options.certificate.c_str(), options.key.c_str()));
  }
  if (status != NATS_OK) return fmt::format("{}: {}", options.certificate, status_text(status));
  if (!options.credentials.empty()) {
    also(natsOptions_SetUserCredentialsFromFiles(all, options.credentials.c_str(), nullptr));
  }
  if (!options.nkey.empty()) also(natsOptions_SetNKeyFromSeed(all, options.nkey.c_str(), options.seed.c_str()));
  return status == NATS_OK ? "" : status_text(status);
}

std::string Connection::open(const ClusterOptions& options, const std::string& name) {
  natsOptions* all = nullptr;
  natsStatus status = natsOptions_Create(&all);
  if (status != NATS_OK) return status_text(status);
  const std::unique_ptr<natsOptions, Destroyer<natsOptions, natsOptions_Destroy>> owner(all);
  if (std::string problem = configure(all, options, name); !problem.empty()) return problem;
  // With version 3.4 of the library a server refused 3 of 400 connections with the right nkey, and took the next attempt.
  const int attempts = options.nkey.empty() ? 1 : 3;
  status = NATS_CONNECTION_AUTH_FAILED;
  for (int i = 0; i < attempts && status == NATS_CONNECTION_AUTH_FAILED; ++i) {
    status = natsConnection_Connect(&connection_, all);
  }
  if (status != NATS_OK) return fmt::format("cannot connect to {}: {}", options.url, status_text(status));
  jsOptions js;
  jsOptions_Init(&js);
  js.Wait = kAnswerWait;
  status = natsConnection_JetStream(&streams_, connection_, &js);
  if (status != NATS_OK) return fmt::format("{}: {}", options.url, status_text(status));
  signals_.set_connected(true);
  return "";
}

std::string Connection::ensure_stream(const char* name, const char* subject, jsRetentionPolicy retention,
                                      bool short_lived) {
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  const char* subjects[] = {subject};
  config.Name = name;
  config.Subjects = subjects;
  config.SubjectsLen = 1;
  config.Retention = retention;
  config.Storage = js_FileStorage;
  config.Duplicates = kDuplicateWindow;
  if (short_lived) config.MaxAge = kDay;
  jsErrCode code{};
  const natsStatus status = js_AddStream(nullptr, streams_, &config, nullptr, &code);
  if (status == NATS_OK) return "";
  if (code == JSNotEnabledErr || code == JSNotEnabledForAccountErr || status == NATS_NO_RESPONDERS) {
    return fmt::format("{} has no JetStream; start nats-server with -js", url_);
  }
  return fmt::format("{}: the stream {} cannot be used: {}", url_, name, status_text(status));
}

std::string Connection::ensure_streams() {
  std::string problem = ensure_stream(kTaskStream, "gnomon.task.>", js_WorkQueuePolicy, false);
  if (problem.empty()) problem = ensure_stream(kResultStream, "gnomon.result.>", js_LimitsPolicy, true);
  if (problem.empty()) problem = ensure_stream(kPartStream, "gnomon.part.>", js_LimitsPolicy, true);
  return problem;
}

Subscription Connection::pull(const char* stream, const std::string& durable, const std::string& filter,
                              std::int64_t most_pending) {
  jsConsumerConfig config;
  jsConsumerConfig_Init(&config);
  config.Durable = durable.c_str();
  config.AckPolicy = js_AckExplicit;
  config.AckWait = kLease.count() * kNanosecondsPerSecond;
  config.DeliverPolicy = js_DeliverAll;
  config.FilterSubject = filter.c_str();
  config.MaxAckPending = most_pending;
  if (js_AddConsumer(nullptr, streams_, stream, &config, nullptr, nullptr) != NATS_OK) return nullptr;
  jsSubOptions bind;
  jsSubOptions_Init(&bind);
  bind.Stream = stream;
  bind.Consumer = durable.c_str();
  natsSubscription* subscription = nullptr;
  if (js_PullSubscribe(&subscription, streams_, filter.c_str(), durable.c_str(), nullptr, &bind, nullptr) != NATS_OK) {
    return nullptr;
  }
  return Subscription(subscription);
}

bool Connection::has_consumer(const char* stream, const std::string& durable) {
  jsConsumerInfo* info = nullptr;
  const natsStatus status = js_GetConsumerInfo(&info, streams_, stream, durable.c_str(), nullptr, nullptr);
  jsConsumerInfo_Destroy(info);
  return status == NATS_OK;
}

Subscription Connection::listen(const std::string& subject) {
  natsSubscription* subscription = nullptr;
  if (natsConnection_SubscribeSync(&subscription, connection_, subject.c_str()) != NATS_OK) return nullptr;
  return Subscription(subscription);
}

bool Connection::publish_kept(const std::string& subject, std::string_view bytes, const std::string& id) {
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MsgId = id.c_str();
  options.MaxWait = kAnswerWait;
  return connected() && js_Publish(nullptr, streams_, subject.c_str(), bytes.data(), static_cast<int>(bytes.size()),
                                   &options, nullptr) == NATS_OK;
}

void Connection::publish(const std::string& subject, std::string_view bytes) {
  if (connected()) {
    natsConnection_Publish(connection_, subject.c_str(), bytes.data(), static_cast<int>(bytes.size()));
  }
}

bool Connection::send(const std::string& subject, Envelope envelope, const std::string& id) {
  if (envelope.body.size() > kPieceBytes) {
    const std::string body = std::move(envelope.body);
    envelope.body.clear();
    envelope.digest = task::sha256_text(body);
    envelope.size = body.size();
    envelope.pieces = (body.size() + kPieceBytes - 1) / kPieceBytes;
    for (std::size_t i = 0; i < envelope.pieces; ++i) {
      const std::string name = piece_subject(envelope.digest, i);
      if (!publish_kept(name, std::string_view(body).substr(i * kPieceBytes, kPieceBytes), id + name)) return false;
    }
  }
  return publish_kept(subject, encode_envelope(envelope, key_), id);
}

std::optional<Envelope> Connection::receive(natsMsg* message, bool& absent) {
  absent = false;
  std::optional<Envelope> envelope = decode_envelope(content_of(message), key_);
  if (!envelope || envelope->pieces == 0) return envelope;
  for (std::size_t i = 0; i < envelope->pieces; ++i) {
    natsMsg* found = nullptr;
    const std::string name = piece_subject(envelope->digest, i);
    if (js_GetLastMsg(&found, streams_, kPartStream, name.c_str(), nullptr, nullptr) != NATS_OK) {
      absent = true;
      return std::nullopt;
    }
    const Message piece(found);
    if (envelope->body.size() + content_of(piece.get()).size() > envelope->size) return std::nullopt;
    envelope->body += content_of(piece.get());
  }
  if (envelope->body.size() != envelope->size || task::sha256_text(envelope->body) != envelope->digest) {
    return std::nullopt;
  }
  return envelope;
}

std::string Connection::sealed(const std::string& text) const {
  return task::encode_frame({{"head", text}}, key_);
}

std::optional<std::string> Connection::unsealed(natsMsg* message) const {
  const std::optional<task::Parts> parts = task::decode_frame(content_of(message), key_);
  if (!parts || !parts->contains("head")) return std::nullopt;
  return std::string(parts->find("head")->second);
}

void Connection::purge(const char* stream, const std::string& subject) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Wait = kAnswerWait;
  options.Stream.Purge.Subject = subject.c_str();
  js_PurgeStream(streams_, stream, &options, nullptr);
}

void Connection::forget_consumer(const char* stream, const std::string& durable) {
  js_DeleteConsumer(streams_, stream, durable.c_str(), nullptr, nullptr);
}

StreamInfo Connection::stream_info(const char* stream) {
  jsStreamInfo* info = nullptr;
  if (js_GetStreamInfo(&info, streams_, stream, nullptr, nullptr) != NATS_OK) return nullptr;
  return StreamInfo(info);
}

void Connection::tell_changes(const std::function<void(const std::string&)>& note) {
  const bool now = connected();
  if (now == told_connected_) return;
  told_connected_ = now;
  note(now ? fmt::format("connection to {} restored", url_)
           : fmt::format("connection to {} lost; trying again until it is there", url_));
}

std::vector<Message> waiting_messages(natsSubscription* subscription) {
  std::vector<Message> all;
  constexpr std::size_t kMost = 10'000;
  natsMsg* message = nullptr;
  while (subscription != nullptr && all.size() < kMost &&
         natsSubscription_NextMsg(&message, subscription, 1) == NATS_OK) {
    all.emplace_back(message);
  }
  return all;
}

std::vector<Message> pending_messages(natsSubscription* subscription) {
  int count = 0;
  const bool some =
      subscription != nullptr && natsSubscription_GetPending(subscription, &count, nullptr) == NATS_OK && count > 0;
  return some ? waiting_messages(subscription) : std::vector<Message>();
}

std::vector<Message> fetch(natsSubscription* subscription, int most, std::chrono::milliseconds wait, bool& broken) {
  natsMsgList list{};
  const natsStatus status = natsSubscription_Fetch(&list, subscription, most, wait.count(), nullptr);
  std::vector<Message> all;
  for (int i = 0; i < list.Count; ++i) all.emplace_back(std::exchange(list.Msgs[i], nullptr));
  natsMsgList_Destroy(&list);
  broken = status != NATS_OK && status != NATS_TIMEOUT;
  return all;
}

}  // namespace gnomon::cluster
