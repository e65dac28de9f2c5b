package import VirgaFiles
import VirgaJSON
import VirgaSource
import VirgaTargeting
package import VirgaWeb

/// Reads the files of a manifest that are on the web.
///
/// Rule: VirgaManifest/RepositoryLocations.
package struct RemoteFiles: Sendable {
  /// Reads the text at a URL, unless it still has the ETag `etag`.
  typealias Read =
    @Sendable (_ url: String, _ headers: [String], _ etag: String?) throws(FileFailure) -> WebAnswer

  /// The cache; nil for none.
  var cache: WebCache?
  /// Whether to read from the cache only.
  var isOffline = false
  var token: String?
  var read: Read
  /// The time, in seconds since 1970.
  var now: @Sendable () -> Int64 = { Machine.now().seconds }
  var remark: @Sendable (String) -> Void = { Output.remark($0) }
  /// Once a server fails, cached texts are used unchecked, so that they match each other.
  private let budget: WebTimeBudget

  /// Reads with the `curl` program, within the remaining time of `budget`.
  package init(
    cache: WebCache? = nil, isOffline: Bool = false, token: String? = nil,
    budget: WebTimeBudget = WebTimeBudget()
  ) {
    self.cache = cache
    self.isOffline = isOffline
    self.token = token
    self.budget = budget
    read = { url, headers, etag throws(FileFailure) in
      try WebReading(budget: budget).answer(url, headers: headers, ifNoneMatch: etag)
    }
  }

  /// The bytes at `url`.
  ///
  /// A cached text that may be stale is fetched again; if that fails, the cached one is used.
  package func read(_ url: String) throws(FileFailure) -> [UInt8] {
    guard let cache else { return try fetch(url, nil).bytes }
    guard var kept = cache.text(of: url) else {
      let answer = try fetch(url, nil)
      try cache.store(.init(answer.bytes, etag: answer.etag, checked: now()), for: url)
      return answer.bytes
    }
    let age = now() - kept.checked
    if isOffline || Self.isFixed(url) || (0..<Self.maxAgeSeconds).contains(age) || budget.hasGivenUp
    {
      return kept.bytes
    }
    do {
      let answer = try fetch(url, kept.etag)
      if !answer.isUnchanged { kept = .init(answer.bytes, etag: answer.etag, checked: 0) }
      kept.checked = now()
      try cache.store(kept, for: url)
    } catch {
      guard !Cancellation.isRequested else { throw error }
      budget.giveUp()
      remark("\(error); using the cached copy, which may be outdated")
    }
    return kept.bytes
  }

  /// The time for which a cached text is used without asking its server, in seconds.
  private static let maxAgeSeconds: Int64 = 300

  /// Whether the text at `url` never changes, because the URL contains a commit.
  static func isFixed(_ url: String) -> Bool {
    let parts = repositoryParts(url)
    return parts.count == 4 && parts[2].utf8.count == 40
      && parts[2].allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  private func fetch(_ url: String, _ etag: String?) throws(FileFailure) -> WebAnswer {
    guard !isOffline else {
      throw FileFailure(path: url, reason: "must be fetched; leave out --offline")
    }
    guard let token, !token.isEmpty, let question = Self.lookUp(url) else {
      return try read(url, [], etag)
    }
    let headers = ["Authorization: Bearer \(token)", "Accept: application/vnd.github+json"]
    let answer = try read(question, headers, nil).bytes
    guard let address = (try? JSONValue.parse(answer, name: question))?["download_url"]?.stringValue
    else {
      throw FileFailure(path: url, reason: "cannot be fetched: GitHub's answer has no download_url")
    }
    return try read(address, [], etag)
  }

  /// The GitHub API request for a file of a repository; nil for other URLs.
  static func lookUp(_ url: String) -> String? {
    let parts = repositoryParts(url)
    guard parts.count == 4 else { return nil }
    // Both are allowed in paths, but in queries they separate parameters or mean a space.
    let ref = String(parts[2]).replacing(bytesOf: "&", with: "%26").replacing(
      bytesOf: "+", with: "%2B")
    return "https://api.github.com/repos/\(parts[0])/\(parts[1])/contents/\(parts[3])?ref=\(ref)"
  }

  /// Owner, repository, ref and path of a repository's file; empty for other URLs.
  private static func repositoryParts(_ url: String) -> [Substring] {
    let start = "https://raw.githubusercontent.com/"
    guard url.utf8.starts(with: start.utf8) else { return [] }
    let path = url.utf8.dropFirst(start.utf8.count).prefix {
      $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    return path.split(separator: UInt8(ascii: "/"), maxSplits: 3).map(Substring.init)
  }
}
