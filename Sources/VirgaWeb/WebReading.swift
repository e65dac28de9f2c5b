import CVirgaPlatform
package import VirgaFiles
import VirgaSource

/// Reads texts from the web with the `curl` program.
///
/// Allows https, and http for this machine. A read has a timeout and a size limit, and ignores the
/// user's curl configuration.
package struct WebReading: Sendable {
  /// The maximum size of a text in bytes.
  package var limit: Int
  /// The timeout in seconds.
  package var timeout: Int
  /// The time limit for all requests together; nil for none.
  package var budget: WebTimeBudget?

  package init(limit: Int = 32 << 20, timeout: Int = 25, budget: WebTimeBudget? = nil) {
    self.limit = limit
    self.timeout = timeout
    self.budget = budget
  }

  /// The bytes at `url`.
  ///
  /// - Throws: `FileFailure` if the URL is not allowed, the server cannot be reached or it responds
  ///   with an error.
  package func read(_ url: String) throws(FileFailure) -> [UInt8] { try answer(url).bytes }

  /// The response for `url`; `headers`, such as `Authorization: Bearer …`, are sent but never
  /// shown.
  ///
  /// With an earlier response's ETag, the server need not send an unchanged text again.
  ///
  /// - Throws: `FileFailure` if the URL is not allowed, the server cannot be reached or it responds
  ///   with an error.
  package func answer(
    _ url: String, headers: [String] = [], ifNoneMatch etag: String? = nil
  ) throws(FileFailure) -> WebAnswer {
    guard url.utf8.count <= Self.urlLimit else {
      throw FileFailure(
        path: url.shortened(to: 100), reason: "is longer than \(Self.urlLimit) bytes")
    }
    guard let address = Self.addressed(url) else {
      throw FileFailure(path: url, reason: "is not an https URL; only https URLs can be fetched")
    }
    let headers = headers + (etag.map { ["If-None-Match: \($0)"] } ?? [])
    let hasControl = headers.contains { header in header.utf8.contains { $0 < 0x20 } }
    guard !hasControl else {
      throw FileFailure(path: url, reason: "cannot be fetched: a header has control characters")
    }
    guard !url.hasMaskedCredentials else {
      throw FileFailure(
        path: url,
        reason: "cannot be fetched: the secrets in it were not stored; enter the whole URL again")
    }
    let seconds = try budget?.timeout(of: url, atMost: timeout) ?? Double(timeout)
    let outcome = try run(url, headers, isLocal: address == .thisMachine, seconds: seconds)
    if Cancellation.isRequested {
      throw FileFailure(path: url, reason: "was not read: reading was canceled")
    }
    if outcome.isStopped || outcome.code == Self.exceededFileSize {
      throw FileFailure(path: url, reason: "is larger than \(limit) bytes")
    }
    guard outcome.code == 0 else { throw FileFailure(path: url, reason: Self.reason(outcome)) }
    return WebAnswer(output: outcome.output)
  }

  /// Runs curl for at most `seconds`.
  ///
  /// Headers and the URL are passed as a config file on standard input, because other users can see
  /// a process's arguments.
  private func run(
    _ url: String, _ headers: [String], isLocal: Bool, seconds: Double
  ) throws(FileFailure) -> ChildProgram.Outcome {
    let lines = headers.map { "header = \(Self.quoted($0))\n" } + ["url = \(Self.quoted(url))\n"]
    let program = ChildProgram(
      name: "curl", arguments: arguments(isLocal: isLocal, seconds: seconds),
      environment: Self.environment)
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let outcome = try program.run(
        input: Array(lines.joined().utf8), limit: limit + Self.headerLimit)
      if outcome.code == Self.timedOut { budget?.recordTimeout(of: url, after: clock.now - start) }
      return outcome
    } catch {
      throw FileFailure(
        path: url, reason: "cannot be fetched: curl cannot be started: \(error.reason)")
    }
  }

  /// The maximum length of a URL in bytes, so that curl's input fits into a pipe.
  private static let urlLimit = 1 << 15

  /// curl's exit code after a timeout.
  private static let timedOut: Int32 = 28

  /// curl's exit code for a text larger than `--max-filesize`.
  private static let exceededFileSize: Int32 = 63

  /// A value, quoted for a curl config file.
  private static func quoted(_ value: String) -> String {
    "\"" + value.replacing(bytesOf: "\\", with: "\\\\").replacing(bytesOf: "\"", with: "\\\"")
      + "\""
  }

  /// The maximum size of the response headers in bytes, in addition to the text.
  private static let headerLimit = 1 << 16

  /// The variables for finding programs, certificates and proxies.
  private static let environment = [
    "PATH", "HOME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
  ]

  /// The arguments of curl; only a URL of this machine, `isLocal`, may be http.
  private func arguments(isLocal: Bool, seconds: Double) -> [String] {
    [
      "--disable", "--silent", "--show-error", "--fail", "--include", "--suppress-connect-headers",
      "--globoff",
      "--location", "--max-redirs", "5",
      "--proto", isLocal ? "=http,https" : "=https", "--proto-redir", "=https",
      "--connect-timeout", String(min(10, seconds)), "--max-time", String(seconds),
      "--max-filesize", String(limit), "--noproxy", Self.hostsWithoutProxy, "--config", "-",
    ]
  }

  /// The hosts that are reached directly: those that the user excludes, and this machine.
  private static var hostsWithoutProxy: String {
    let excluded = setting("no_proxy") ?? setting("NO_PROXY")
    // An asterisk matches all hosts only if it is the whole list.
    if excluded == "*" { return "*" }
    let hosts = [excluded].compactMap(\.self) + ownNames
    return hosts.joined(separator: ",")
  }

  /// A variable of the environment; nil if it is not set or empty.
  private static func setting(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static let ownNames = ["localhost", "127.0.0.1", "::1"]

  private enum Address { case web, thisMachine }

  /// Where a URL leads: `https` into the web, `http` only to this machine; nil if it is not
  /// allowed.
  private static func addressed(_ url: String) -> Address? {
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
    if url.hasPrefix("https://") { return .web }
    guard url.hasPrefix("http://") else { return nil }
    let authority = url.dropFirst("http://".count).prefix { !"/?#".contains($0) }
    // Names of this machine are ASCII; elsewhere a combining mark could disguise a delimiter.
    guard authority.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    // These could make curl take another part for the host.
    guard !authority.contains("@"), !authority.contains("\\") else { return nil }
    let isIPv6 = authority.hasPrefix("[")
    let host =
      isIPv6 ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
    return ownNames.contains(String(host)) ? .thisMachine : nil
  }

  /// curl's error message without its beginning, as in `curl: (6) Could not resolve host: a.b`.
  private static func reason(_ outcome: ChildProgram.Outcome) -> String {
    let message = String(decoding: outcome.errors, as: UTF8.self)
    let lines = message.split(whereSeparator: \.isNewline).map(String.init)
    let beginning = "curl: ("
    // Lines of advice follow, for example about an untrusted certificate.
    let line = lines.first { $0.hasPrefix(beginning) } ?? lines.last ?? ""
    var words = line
    if line.hasPrefix(beginning), let end = line.firstIndex(of: ")") {
      words = String(line[line.index(after: end)...].drop { $0 == " " })
    }
    return "cannot be fetched: " + (words.isEmpty ? "curl ended with \(outcome.code)" : words)
  }
}

/// The response of a server: a text, or that it is unchanged.
package struct WebAnswer: Hashable, Sendable {
  /// The text; empty if ``isUnchanged``.
  package var bytes: [UInt8]
  /// The ETag; nil if the server sent none.
  package var etag: String?
  /// Whether the text still has the ETag of the request.
  package var isUnchanged: Bool

  package init(_ bytes: [UInt8], etag: String? = nil, isUnchanged: Bool = false) {
    self.bytes = bytes
    self.etag = etag
    self.isUnchanged = isUnchanged
  }

  /// Reads curl's output: the headers of each response, then the text of the last one.
  ///
  /// Responses before the last one are redirects and interim ones, such as `100 Continue`.
  init(output: [UInt8]) {
    var rest = output[...]
    var headers: [Substring] = []
    while rest.starts(with: Array("HTTP/".utf8)), let end = Self.headersEnd(rest) {
      let text = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...]
      headers = text.split(whereSeparator: \.isNewline)
      if Self.isLast(status: Self.status(headers)) { break }
    }
    bytes = Array(rest)
    isUnchanged = Self.status(headers) == Self.notModified
    etag = headers.dropFirst().lazy.compactMap(Self.etag).first
  }

  /// The status of a response whose text has the ETag of the request.
  private static let notModified = 304

  /// Whether no other response follows one with this status: curl goes on after interim ones (1xx)
  /// and redirects (3xx).
  private static func isLast(status: Int) -> Bool {
    let isRedirect = (300..<400).contains(status) && status != notModified
    return status >= 200 && !isRedirect
  }

  /// The offset after the empty line that ends the headers; nil if there is none.
  private static func headersEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    return bytes.indices.first { bytes[$0...].starts(with: end) }.map { $0 + end.count }
  }

  /// The status in the first line, 200 in `HTTP/2 200 OK`; 0 if there is none.
  private static func status(_ headers: [Substring]) -> Int {
    headers.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// The value of a line such as `ETag: "abc"`; nil for other headers, and for a value that could
  /// not be sent or stored safely.
  private static func etag(_ line: Substring) -> String? {
    let name = "etag:"
    guard line.utf8.count > name.utf8.count else { return nil }
    guard line.prefix(name.count).lowercased() == name else { return nil }
    let value = String(line.dropFirst(name.count).drop { $0 == " " })
    let isShort = value.utf8.count < 200
    return isShort && value.utf8.allSatisfy(\.isVisible) ? value : nil
  }
}
