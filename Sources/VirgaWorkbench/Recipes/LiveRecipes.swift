package import VirgaJSON
package import VirgaSession
import VirgaSource

/// What a name such as `nimbus:fenix` means: the address of recipes, and which of them count.
///
/// Rule: VirgaWorkbench/NamesOfLiveRecipes.
package struct LiveRecipes: Hashable, Sendable {
  /// The name as the person wrote it.
  package let name: String
  package let url: String
  /// The app whose recipes count; nil if all do.
  package let app: String?
  /// Ends the reason why nothing was found at the address: the app that a slug resembles; else
  /// empty.
  package private(set) var suggestion = ""

  /// What all such names begin with.
  package static let prefix = "nimbus:"

  /// Whether a text names live recipes rather than a file or a URL.
  package static func isName(_ text: String) -> Bool { text.hasPrefix(prefix) }

  /// The names of the apps' recipes, such as `nimbus:fenix`.
  package static func names(of collections: [RecipeCollection]) -> [String] {
    collections.map { prefix + $0.app }
  }

  /// Looks up a name such as `nimbus:fenix`, `nimbus:fenix/preview` or `nimbus:stage/fenix/SLUG`;
  /// nil for a text without `nimbus:`, which names a file or a URL.
  ///
  /// - Throws: Why the name means nothing.
  package init?(_ name: String, in collections: [RecipeCollection]) throws(Refusal) {
    guard Self.isName(name) else { return nil }
    let parts = name.dropFirst(Self.prefix.count).split(
      separator: "/", omittingEmptySubsequences: false
    ).map(String.init)
    // A server may come first, as in `nimbus:stage/fenix`.
    let server = parts.count > 1 ? MozillaServer(parts[0]) : nil
    let words = server == nil ? parts : Array(parts.dropFirst())
    let areOneOrTwoWords = (1...2).contains(words.count) && words.allSatisfy(Self.isWord)
    // To nimbus-cli, `preview` or a server alone means the recipes of all apps, which are not read
    // here.
    let isOnlyPreview = words == [Lookup.preview]
    let isOnlyServer = words.count == 1 && MozillaServer(words[0]) != nil
    guard areOneOrTwoWords, !isOnlyPreview, !isOnlyServer else { throw Self.malformed(name) }
    let lookup = Lookup(name: name, isOnStage: server == .stage, collections: collections)
    self = try lookup.recipes(words)
  }

  /// The recipes at an address; with an `app`, only the recipes for the app.
  private init(name: String, url: String, app: String? = nil) {
    self.name = name
    self.url = url
    self.app = app
  }

  /// Whether a text can be part of an address as it is: letters, digits, `_`, `-` and `.`.
  private static func isWord(_ text: String) -> Bool {
    let isAllowed = { (byte: UInt8) in
      byte.isDigit || byte.isLowercaseLetter || byte.isUppercaseLetter || "_-.".utf8.contains(byte)
    }
    // In an address, `.` and `..` are folders; an empty text is refused here too.
    let isOnlyDots = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
    return !isOnlyDots && text.utf8.allSatisfy(isAllowed)
  }

  /// The refusal of a name that has none of the possible forms.
  private static func malformed(_ name: String) -> Refusal {
    Refusal("\(name) is not a name of recipes; write nimbus:APP, nimbus:APP/preview or nimbus:SLUG")
  }

  /// Whether a recipe at the address counts: it is for ``app``, unless that is nil.
  package func includes(_ recipe: LocatedValue) -> Bool {
    guard let app else { return true }
    return recipe["appName"]?.string?.isSameName(as: app) == true
  }

  /// The search for the meaning of one name.
  private struct Lookup {
    /// The whole name as the person wrote it, such as `nimbus:fenix/preview`.
    let name: String
    let isOnStage: Bool
    let collections: [RecipeCollection]

    /// The word for the recipes that are in preview.
    static let preview = "preview"

    /// What one or two words after the server mean, or all words without a server: `fenix`,
    /// `fenix/preview` and `preview/fenix` are the recipes of an app; `fenix/SLUG`, `SLUG` and
    /// `preview/SLUG` are one experiment.
    ///
    /// A word that is not the name of an app is taken for a slug where one can be.
    ///
    /// - Throws: Why the words mean nothing, for example because the app has no recipes in preview.
    func recipes(_ words: [String]) throws(Refusal) -> LiveRecipes {
      let isPreview = words.count > 1 && words.contains(Self.preview)
      let otherWords = isPreview ? words.filter { $0 != Self.preview } : words
      // `preview/preview` names nothing.
      guard let first = otherWords.first else { throw LiveRecipes.malformed(name) }
      if let source = try source(ofApp: first) {
        let isExperiment = otherWords.count > 1
        return try isExperiment
          ? experiment(otherWords[1], in: source) : recipes(in: source, isPreview: isPreview)
      }
      // No app has this name, so it may be a slug. Only `SLUG` and `preview/SLUG` need no app.
      let isSlugAlone = words.count == 1
      let isSlugInPreview = words[0] == Self.preview
      guard isSlugAlone || isSlugInPreview else { throw unknownApp(first) }
      return experimentWithoutApp(first)
    }

    /// Where the live recipes of an app are found, by the addresses in `source`; with `isPreview`,
    /// those in preview.
    private func recipes(
      in source: RecipeCollection, isPreview: Bool
    ) throws(Refusal) -> LiveRecipes {
      guard let collection = isPreview ? source.preview : source.collection else {
        throw Refusal("\(source.app) has no collection of recipes in preview")
      }
      let url = "\(source.server)/\(collection)/records"
      return LiveRecipes(name: name, url: url, app: source.app)
    }

    /// Where the experiment with a slug of an app is found; `source` is where the app's recipes
    /// are.
    private func experiment(
      _ slug: String, in source: RecipeCollection
    ) throws(Refusal) -> LiveRecipes {
      // The address below which each experiment is found by its slug.
      guard let api = source.api else {
        throw Refusal(
          "\(source.app) has no address of single experiments; write nimbus:\(source.app)")
      }
      return experiment(slug, at: api)
    }

    /// Where the recipes of an app are, with `isOnStage` on Mozilla's stage servers; nil if no app
    /// has the name.
    ///
    /// - Throws: With `isOnStage`, a refusal if the app is not on Mozilla's servers.
    private func source(ofApp app: String) throws(Refusal) -> RecipeCollection? {
      guard let source = collections.first(where: { $0.app.isSameName(as: app) }) else {
        return nil
      }
      guard isOnStage else { return source }
      guard let stage = source.onStage else {
        throw Refusal("\(app) has no stage server; write nimbus:\(app)")
      }
      return stage
    }

    /// What `SLUG` and `preview/SLUG` mean: where the experiment with a slug is found on Mozilla's
    /// release or stage server.
    ///
    /// If the server does not have it, the error ends with `suggestion`.
    private func experimentWithoutApp(_ slug: String) -> LiveRecipes {
      let server = isOnStage ? MozillaServer.stage : .release
      var recipes = experiment(slug, at: server.experimentsAddress)
      // No app has this name, so it was taken for a slug. The person may have mistyped an app's
      // name.
      recipes.suggestion = NameSuggestions.ending(for: slug, among: collections.map(\.app))
      return recipes
    }

    /// Where the experiment with a slug is found: below the address `api`.
    private func experiment(_ slug: String, at api: String) -> LiveRecipes {
      LiveRecipes(name: name, url: "\(api)/\(slug)/")
    }

    /// The refusal of a name in which the app must come first.
    private func unknownApp(_ app: String) -> Refusal {
      .unknown("app", app, among: collections.map(\.app))
    }
  }
}
