import CVirgaPlatform
package import VirgaFiles
import VirgaSource

/// Reads texts from the web with the `curl` program.
///
/// Allows https, and http for this machine. A read has a timeout and a size limit, and ignores the
/// user's curl configuration.
package struct WebReading: Sendable {
  /// The maximum size of a text in bytes.
  package var maxBytes: Int
  /// The timeout in seconds.
  package var timeout: Int
  /// The time limit for all requests together; nil for none.
  package var budget: WebTimeBudget?

  /// Creates a reader of texts with these limits, in bytes and seconds, for each text; `budget`
  /// limits the time of all texts together, nil does not.
  package init(maxBytes: Int = 32 << 20, timeout: Int = 25, budget: WebTimeBudget? = nil) {
    self.maxBytes = maxBytes
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
    let headers = headers + (etag.map { ["If-None-Match: \($0)"] } ?? [])
    let address = try Self.allowedAddress(of: url, headers)
    let seconds = try budget?.timeout(of: url, atMost: timeout) ?? Double(timeout)
    let outcome = try runCurl(url, headers, isLocal: address == .thisMachine, seconds: seconds)
    if let reason = failureReason(of: outcome) { throw FileFailure(path: url, reason: reason) }
    return WebAnswer(output: outcome.output)
  }

  /// Why curl has not got the text; nil if it has.
  private func failureReason(of outcome: ChildProgram.Outcome) -> String? {
    if Cancellation.isRequested { return "was not read: reading was canceled" }
    // curl has no limit of its own for a text whose size the server does not announce: it is killed
    // when it has written too much.
    let isTooLarge = outcome.wasKilled || outcome.exitCode == Self.exceededFileSize
    if isTooLarge { return "is larger than \(maxBytes) bytes" }
    return outcome.exitCode == 0 ? nil : Self.errorMessage(in: outcome)
  }

  /// Where a URL leads, if it may be fetched with the headers.
  ///
  /// - Throws: `FileFailure` with the reason if it may not.
  private static func allowedAddress(
    of url: String, _ headers: [String]
  ) throws(FileFailure) -> Address {
    guard url.utf8.count <= urlLimit else {
      let shownURL = url.shortened(to: shownURLLength)
      throw FileFailure(path: shownURL, reason: "is longer than \(urlLimit) bytes")
    }
    guard let address = address(of: url) else {
      throw FileFailure(path: url, reason: "is not an https URL; only https URLs can be fetched")
    }
    // A line end in a header would begin another header.
    let hasControl = headers.contains { header in header.utf8.contains { $0 < blank } }
    guard !hasControl else {
      throw FileFailure(path: url, reason: "cannot be fetched: a header has control characters")
    }
    guard !url.hasMaskedCredentials else {
      throw FileFailure(
        path: url,
        reason: "cannot be fetched: the secrets in it were not stored; enter the whole URL again")
    }
    return address
  }

  /// Runs curl for at most `seconds`; throws only if it cannot be started.
  ///
  /// Only a URL of this machine, `isLocal`, may be http.
  ///
  /// A timeout is also recorded in ``budget``, which then keeps further requests from waiting for
  /// this server again.
  private func runCurl(
    _ url: String, _ headers: [String], isLocal: Bool, seconds: Double
  ) throws(FileFailure) -> ChildProgram.Outcome {
    let program = ChildProgram(
      name: "curl", arguments: arguments(isLocal: isLocal, seconds: seconds),
      inheriting: Self.inheritedVariables)
    let clock = ContinuousClock()
    let start = clock.now
    do {
      // The output has the headers before the text.
      let outcome = try program.run(
        input: Self.configFile(url, headers), limit: maxBytes + Self.headerLimit)
      if outcome.exitCode == Self.timedOut {
        budget?.recordTimeout(of: url, after: clock.now - start)
      }
      return outcome
    } catch {
      throw FileFailure(
        path: url, reason: "cannot be fetched: curl cannot be started: \(error.reason)")
    }
  }

  /// The bytes of a config file for curl with a URL and headers.
  ///
  /// They are passed on standard input, because other users can see a process's arguments.
  private static func configFile(_ url: String, _ headers: [String]) -> [UInt8] {
    let lines = headers.map { "header = \(quoted($0))\n" } + ["url = \(quoted(url))\n"]
    return Array(lines.joined().utf8)
  }

  /// The maximum length of a URL in bytes, so that curl's input fits into a pipe.
  private static let urlLimit = 1 << 15

  /// How much of a URL that is too long is shown, in characters.
  private static let shownURLLength = 100

  /// The blank of ASCII; smaller bytes are control characters.
  private static let blank = UInt8(ascii: " ")

  /// The delete character, the only control character of ASCII above the blank.
  private static let delete: UInt8 = 0x7F

  /// curl's exit code after a timeout.
  private static let timedOut: Int32 = 28

  /// curl's exit code for a text larger than `--max-filesize`.
  private static let exceededFileSize: Int32 = 63

  /// A value, quoted for a curl config file.
  private static func quoted(_ value: String) -> String {
    // First the backslashes of the value, so that those before quotes are not escaped again.
    let backslashesEscaped = value.replacing(bytesOf: "\\", with: "\\\\")
    let escaped = backslashesEscaped.replacing(bytesOf: "\"", with: "\\\"")
    return "\"" + escaped + "\""
  }

  /// The maximum size of the response headers in bytes, in addition to the text.
  private static let headerLimit = 1 << 16

  /// The variables for finding programs, certificates and proxies.
  private static let inheritedVariables = [
    "PATH", "HOME", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
    "no_proxy", "NO_PROXY", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR",
  ]

  /// The arguments of curl; only a URL of this machine, `isLocal`, may be http.
  ///
  /// curl reads no configuration of the user, prints the headers of the servers before the text,
  /// and takes brackets in a URL as they are. The URL and the headers follow on standard input.
  private func arguments(isLocal: Bool, seconds: Double) -> [String] {
    [
      "--disable", "--silent", "--show-error", "--fail", "--include", "--suppress-connect-headers",
      "--globoff",
      "--location", "--max-redirs", String(Self.maxRedirects),
      "--proto", isLocal ? "=http,https" : "=https", "--proto-redir", "=https",
      "--connect-timeout", String(min(Self.connectTimeout, seconds)), "--max-time", String(seconds),
      "--max-filesize", String(maxBytes), "--noproxy", Self.hostsWithoutProxy, "--config", "-",
    ]
  }

  /// How many redirects are followed, one after the other.
  private static let maxRedirects = 5

  /// The longest time for connecting to a server, in seconds.
  private static let connectTimeout = 10.0

  /// The hosts that are reached directly: those that the user excludes, and this machine.
  private static var hostsWithoutProxy: String {
    let excluded = environmentVariable("no_proxy") ?? environmentVariable("NO_PROXY")
    // An asterisk matches all hosts only if it is the whole list.
    if excluded == "*" { return "*" }
    let excludedHosts = excluded.map { [$0] } ?? []
    let hosts = excludedHosts + namesOfThisMachine
    return hosts.joined(separator: ",")
  }

  /// A variable of the environment; nil if it is not set or empty.
  private static func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }) else { return nil }
    return value.isEmpty ? nil : value
  }

  /// The names and addresses of this machine.
  private static let namesOfThisMachine = ["localhost", "127.0.0.1", "::1"]

  private enum Address { case web, thisMachine }

  /// Where a URL leads: `https` into the web, `http` only to this machine; nil if it is not
  /// allowed.
  private static func address(of url: String) -> Address? {
    let hasBlankOrControl = url.utf8.contains { $0 <= blank || $0 == delete }
    if hasBlankOrControl { return nil }
    if url.hasPrefix("https://") { return .web }
    guard url.hasPrefix("http://"), let host = host(ofHTTP: url) else { return nil }
    return namesOfThisMachine.contains(host) ? .thisMachine : nil
  }

  /// The host of an http URL: `localhost` of `http://localhost:8080/a`; nil if it is not ASCII, or
  /// if curl could take another part of the URL for the host.
  private static func host(ofHTTP url: String) -> String? {
    // The host and the port, such as `localhost:8080`.
    let authority = url.dropFirst("http://".count).prefix { !"/?#".contains($0) }
    // Names of this machine are ASCII. A combining accent after a delimiter makes another
    // `Character` of it, which the comparisons below would not find.
    let isASCII = authority.unicodeScalars.allSatisfy(\.isASCII)
    guard isASCII else { return nil }
    // These could make curl take another part for the host.
    guard !authority.contains("@"), !authority.contains("\\") else { return nil }
    // An address such as `[::1]:8080` contains colons itself.
    let isIPv6 = authority.hasPrefix("[")
    let host =
      isIPv6 ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
    return String(host)
  }

  /// Why curl failed: its error message without the beginning, as in
  /// `curl: (6) Could not resolve host: a.b`.
  private static func errorMessage(in outcome: ChildProgram.Outcome) -> String {
    let errors = String(decoding: outcome.errors, as: UTF8.self)
    let lines = errors.split(whereSeparator: \.isNewline).map(String.init)
    let beginning = "curl: ("
    // Lines of advice follow, for example about an untrusted certificate.
    let line = lines.first { $0.hasPrefix(beginning) } ?? lines.last ?? ""
    var message = line
    if line.hasPrefix(beginning), let end = line.firstIndex(of: ")") {
      message = String(line[line.index(after: end)...].drop { $0 == " " })
    }
    return "cannot be fetched: "
      + (message.isEmpty ? "curl ended with \(outcome.exitCode)" : message)
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

  /// Creates a response from its parts: a text or, if the text still has the ETag of the request,
  /// `isUnchanged` without bytes.
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
      // What follows is its text, even if that begins with `HTTP/` too.
      if Self.isLast(status: Self.status(headers)) { break }
    }
    bytes = Array(rest)
    isUnchanged = Self.status(headers) == Self.notModified
    // The first line is the status.
    etag = headers.dropFirst().lazy.compactMap(Self.etag).first
  }

  /// The status of a response whose text has the ETag of the request.
  private static let notModified = 304

  /// Whether no other response follows one with this status: curl goes on after interim ones (1xx)
  /// and redirects (3xx).
  private static func isLast(status: Int) -> Bool {
    let isInterim = status < 200
    let isRedirect = (300..<400).contains(status) && status != notModified
    return !isInterim && !isRedirect
  }

  /// The offset after the empty line that ends the headers; nil if there is none.
  private static func headersEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    let lastLineEndAndEmptyLine = Array("\r\n\r\n".utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: lastLineEndAndEmptyLine) }
    return start.map { $0 + lastLineEndAndEmptyLine.count }
  }

  /// The status in the first line, 200 in `HTTP/2 200 OK`; 0 if there is none.
  private static func status(_ headers: [Substring]) -> Int {
    let words = headers.first?.split(separator: " ") ?? []
    // The first word is the version of HTTP.
    return words.dropFirst().first.flatMap { Int($0) } ?? 0
  }

  /// The value of a line such as `ETag: "abc"`; nil for other headers, and for a value that could
  /// not be sent or stored safely.
  private static func etag(_ line: Substring) -> String? {
    let name = "etag:"
    let hasRoomForValue = line.utf8.count > name.utf8.count
    guard hasRoomForValue, line.prefix(name.count).lowercased() == name else { return nil }
    let value = String(line.dropFirst(name.count).drop { $0 == " " })
    let isShort = value.utf8.count < maxETagLength
    return isShort && value.utf8.allSatisfy(\.isVisible) ? value : nil
  }

  /// An ETag of this many bytes is too long to be stored.
  private static let maxETagLength = 200
}
