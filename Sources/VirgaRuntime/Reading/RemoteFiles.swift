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
    guard let cache else { return try fetch(url, etag: nil).bytes }
    guard var cached = cache.entry(of: url) else {
      let answer = try fetch(url, etag: nil)
      try cache.store(.init(answer.bytes, etag: answer.etag, checkedAt: now()), for: url)
      return answer.bytes
    }
    // A negative age, after the clock was set back, is not fresh.
    let age = now() - cached.checkedAt
    // The text at a fixed URL, which contains a commit, never changes.
    let isFresh = Self.isFixed(url) || (0..<Self.maxAgeSeconds).contains(age)
    let canAsk = !isOffline && !budget.hasUnreachableServer
    guard !isFresh, canAsk else { return cached.bytes }
    do {
      let answer = try fetch(url, etag: cached.etag)
      let checkedAt = now()
      if answer.isUnchanged {
        cached.checkedAt = checkedAt
      } else {
        cached = .init(answer.bytes, etag: answer.etag, checkedAt: checkedAt)
      }
      try cache.store(cached, for: url)
    } catch {
      guard !Cancellation.isRequested else { throw error }
      // From now on cached texts are used unchecked, so that they match each other.
      budget.recordUnreachableServer()
      remark("\(error); using the cached copy, which may be outdated")
    }
    return cached.bytes
  }

  /// The time for which a cached text is used without asking its server, in seconds.
  private static let maxAgeSeconds: Int64 = 300

  /// Whether the text at `url` never changes, because the URL contains a commit.
  static func isFixed(_ url: String) -> Bool {
    guard let file = RepositoryFile(url) else { return false }
    return file.ref.utf8.count == commitLength
      && file.ref.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The hexadecimal digits of a commit's SHA-1.
  private static let commitLength = 40

  /// Fetches the text at a URL, unless it still has the ETag `etag`.
  ///
  /// With a token, GitHub is first asked where the file of a private repository can be downloaded.
  private func fetch(_ url: String, etag: String?) throws(FileFailure) -> WebAnswer {
    guard !isOffline else {
      throw FileFailure(path: url, reason: "must be fetched; leave out --offline")
    }
    guard let token, !token.isEmpty, let request = Self.contentsRequest(for: url) else {
      return try read(url, [], etag)
    }
    let headers = ["Authorization: Bearer \(token)", "Accept: application/vnd.github+json"]
    let answer = try read(request, headers, nil).bytes
    let json = try? JSONValue.parse(answer, name: request)
    guard let address = json?["download_url"]?.stringValue else {
      throw FileFailure(path: url, reason: "cannot be fetched: GitHub's answer has no download_url")
    }
    return try read(address, [], etag)
  }

  /// The GitHub API request for a file of a repository; nil for other URLs.
  ///
  /// For example `https://api.github.com/repos/mozilla/app/contents/a.yaml?ref=main`.
  static func contentsRequest(for url: String) -> String? {
    guard let file = RepositoryFile(url) else { return nil }
    // Both are allowed in paths, but in queries they separate parameters or mean a space.
    let ref = file.ref.replacing(bytesOf: "&", with: "%26").replacing(bytesOf: "+", with: "%2B")
    let repository = "\(file.owner)/\(file.repository)"
    return "https://api.github.com/repos/\(repository)/contents/\(file.path)?ref=\(ref)"
  }
}

/// A file of a GitHub repository, as its URL names it.
private struct RepositoryFile {
  private static let start = "https://raw.githubusercontent.com/"

  let owner: Substring
  let repository: Substring
  /// A branch, a tag or a commit.
  let ref: String
  let path: Substring

  /// Parses `https://raw.githubusercontent.com/OWNER/REPOSITORY/REF/PATH`; nil for other URLs.
  init?(_ url: String) {
    guard url.utf8.starts(with: Self.start.utf8) else { return nil }
    // The path ends where a query or a fragment begins.
    let pathInServer = url.utf8.dropFirst(Self.start.utf8.count).prefix {
      $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
    }
    // The owner, the repository, the ref, and the path with its slashes.
    let partCount = 4
    let parts = pathInServer.split(separator: UInt8(ascii: "/"), maxSplits: partCount - 1)
      .map(Substring.init)
    guard parts.count == partCount else { return nil }
    owner = parts[0]
    repository = parts[1]
    ref = String(parts[2])
    path = parts[3]
  }
}
