import VirgaSession
import VirgaSource

/// A link that opens an app: `scheme://page?parameter&parameter#fragment`.
///
/// Rule: VirgaWorkbench/DeepLinks.
struct HandoffLink {
  /// What comes before the parameters, with the scheme.
  private let page: String
  /// The parts of the query, between `&`.
  var parameters: [String]
  /// What follows `#`, which no app reads parameters from; nil without one.
  private let fragment: String?

  /// Reads a link, which gets the scheme of `target` if it has none.
  ///
  /// - Throws: A refusal if it is not valid, or if apps ignore links like it.
  init(_ link: String, to target: HandoffTarget) throws(Refusal) {
    if link.isEmpty { throw Refusal("the link is empty: name a page, such as `home`") }
    let whole = try Self.withScheme(link, of: target)
    // Not legal in a URI. The single quote is legal, but ends a quoted word of a shell.
    let refused = "'\"\\<>^`{|}".utf8
    let isPlain = whole.utf8.allSatisfy { byte in byte.isVisible && !refused.contains(byte) }
    guard isPlain else {
      throw Refusal("`\(link)` is not a valid link: write a space as %20, a quote as %27 and so on")
    }
    // The fragment begins after the first `#`, the query after the first `?` before it. `$` and `!`
    // are encoded, because a shell reads them even within double quotes.
    let addressAndFragment = Self.encodingShellCharacters(in: whole).split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pageAndQuery = addressAndFragment[0].split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    page = String(pageAndQuery[0])
    parameters = pageAndQuery.dropFirst().first?.split(separator: "&").map(String.init) ?? []
    fragment = addressAndFragment.dropFirst().first.map(String.init)
  }

  /// A link with its own scheme, or else with that of `target`.
  ///
  /// - Throws: A refusal if the link's scheme does not open the app, or apps ignore recipes in it.
  private static func withScheme(
    _ link: String, of target: HandoffTarget
  ) throws(Refusal) -> String {
    if let scheme = Self.scheme(of: link) {
      if let refusal = Self.refusal(of: link, scheme: scheme, to: target) { throw refusal }
      return link
    }
    guard let scheme = target.scheme else {
      throw Refusal("\(target.name) has no scheme: write the whole link with its scheme")
    }
    return "\(scheme)://\(link)"
  }

  /// The link as an app gets it.
  var text: String {
    let query = parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
    return page + query + (fragment.map { "#\($0)" } ?? "")
  }

  /// The scheme of a link, before the first colon; nil if it has none.
  static func scheme(of link: String) -> Substring? {
    guard let colon = link.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = link[..<colon]
    let beginsWithLetter = scheme.utf8.first?.isLetter == true
    let hasOnlySchemeCharacters = scheme.utf8.allSatisfy { byte in
      byte.isLetter || byte.isDigit || "+-.".utf8.contains(byte)
    }
    return beginsWithLetter && hasOnlySchemeCharacters ? scheme : nil
  }

  /// The schemes of web pages, files, texts, messages and stores, in which no app looks for
  /// recipes.
  private static let ignoredSchemes: Set = [
    "about", "blob", "content", "data", "facetime", "file", "ftp", "geo", "http", "https", "intent",
    "itms-apps", "javascript", "mailto", "maps", "market", "mms", "sms", "smsto", "tel",
    "view-source",
    "ws", "wss",
  ]

  /// Why the app does not get the recipes in a link with a scheme; nil if it does.
  ///
  /// Apps ignore recipes in links to something else than an app, such as `https://…`, and in links
  /// without a hierarchy, that is without a slash after the colon: `app:page`.
  private static func refusal(
    of link: String, scheme: Substring, to target: HandoffTarget
  ) -> Refusal? {
    let name = scheme.lowercased()
    let hasHierarchy = link.utf8.dropFirst(scheme.utf8.count + 1).first == UInt8(ascii: "/")
    if ignoredSchemes.contains(name) || !hasHierarchy {
      return Refusal(
        "apps ignore recipes in links with `\(scheme):`: name a page, or a link such as app://page")
    }
    guard let schemeOfApp = target.scheme, schemeOfApp.lowercased() != name else { return nil }
    return Refusal(
      "links with `\(scheme):` do not open \(target.name), whose scheme is `\(schemeOfApp)`")
  }

  /// A link with `$` and `!` encoded, which a shell reads even within double quotes.
  private static func encodingShellCharacters(in link: String) -> String {
    PercentEncoding.encoded(link.utf8, keeping: { byte in !"$!".utf8.contains(byte) })
  }
}
