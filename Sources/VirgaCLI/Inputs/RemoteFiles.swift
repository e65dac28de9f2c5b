import VirgaJSON
import VirgaSource

/// The files of a manifest that lie on the web.
///
/// Source of the rule: FML: Repository locations.
struct RemoteFiles: Sendable {
  /// Reads the bytes at a URL, with headers that belong to the request.
  typealias Read = @Sendable (_ url: String, _ headers: [String]) throws(FileFailure) -> [UInt8]

  /// Where what was read is kept; nil: nowhere.
  var cache: WebCache?
  /// Whether nothing may be read but what the cache holds.
  var isOffline = false
  /// Opens repositories on GitHub that are not public.
  var token: String?
  var read: Read = { url, headers throws(FileFailure) in try WebReading().read(url, headers: headers) }

  /// The bytes at `url`.
  func read(_ url: String) throws(FileFailure) -> [UInt8] {
    guard let cache else { return try fetch(url) }
    return try cache.bytes(of: url) { url throws(FileFailure) in try fetch(url) }
  }

  private func fetch(_ url: String) throws(FileFailure) -> [UInt8] {
    guard !isOffline else { throw FileFailure(path: url, reason: "would have to be fetched; drop --offline") }
    guard let token, !token.isEmpty, let question = Self.lookUp(url) else { return try read(url, []) }
    let answer = try read(question, ["Authorization: Bearer \(token)", "Accept: application/vnd.github+json"])
    guard let address = (try? JSONValue.parse(answer, name: question))?["download_url"]?.stringValue else {
      throw FileFailure(path: url, reason: "cannot be fetched: GitHub's answer has no download_url")
    }
    return try read(address, [])
  }

  /// The question to GitHub where a file of a repository can be read from; nil for any other URL.
  static func lookUp(_ url: String) -> String? {
    let start = "https://raw.githubusercontent.com/"
    guard url.hasPrefix(start) else { return nil }
    let parts = url.dropFirst(start.count).split(separator: "/", maxSplits: 3)
    guard parts.count == 4 else { return nil }
    return "https://api.github.com/repos/\(parts[0])/\(parts[1])/contents/\(parts[3])?ref=\(parts[2])"
  }
}
