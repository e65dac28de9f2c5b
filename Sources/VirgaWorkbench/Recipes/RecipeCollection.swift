package import VirgaJSON
package import VirgaSource

/// Where the live recipes of an app are: a row of the table in which `nimbus:APP` is looked up.
///
/// Rule: VirgaWorkbench/NamesOfLiveRecipes.
package struct RecipeCollection: Hashable, Sendable {
  /// The app, as recipes call it in `appName`.
  package let app: String
  /// The address below which the server has its collections, without a slash at its end.
  package private(set) var server: String
  /// The collection of the recipes that are live.
  package let collection: String
  /// The collection of the recipes in preview; nil if the server has none.
  package let preview: String?
  /// The address below which each experiment is found by its slug; nil if there is none.
  package private(set) var api: String?

  /// The collection of one of Mozilla's apps on the release servers; ``onStage`` gives the one on
  /// the stage servers.
  private init(_ app: String, collection: String, preview: String) {
    self.app = app
    self.collection = collection
    self.preview = preview
    server = MozillaServer.release.collectionsAddress
    api = MozillaServer.release.experimentsAddress
  }

  /// The apps of Mozilla (Rule: VirgaWorkbench/NamesOfLiveRecipes).
  package static let known: [RecipeCollection] = {
    let preview = "nimbus-preview"
    let mobile = [
      "fenix", "firefox_ios", "focus_android", "focus_ios", "klar_android", "klar_ios",
    ].map { RecipeCollection($0, collection: "nimbus-mobile-experiments", preview: preview) }
    let desktop = RecipeCollection(
      "firefox_desktop", collection: "nimbus-desktop-experiments", preview: preview)
    let web = ["accounts_cirrus", "demo_app", "monitor_cirrus", "mozillavpn_backend_cirrus"].map {
      RecipeCollection($0, collection: "nimbus-web-experiments", preview: "nimbus-web-preview")
    }
    return mobile + [desktop] + web
  }()

  /// This collection on Mozilla's stage servers; nil if it is not on Mozilla's release servers.
  var onStage: RecipeCollection? {
    guard server == MozillaServer.release.collectionsAddress else { return nil }
    var row = self
    row.server = MozillaServer.stage.collectionsAddress
    row.api = MozillaServer.stage.experimentsAddress
    return row
  }

  /// The rows of a config file's `recipes`, then the known ones of other apps; and the problems of
  /// the file.
  ///
  /// Each row is an object with `app`, `server` and `collection`, and optionally `preview` and
  /// `api`.
  package static func all(
    config: LocatedValue?
  ) -> (collections: [RecipeCollection], problems: [Problem]) {
    let read = ConfiguredRows("recipes", in: config, over: known, named: \.app) {
      entry, path, log in
      RecipeCollection(entry, at: path, log: log)
    }
    return (read.rows, read.problems)
  }

  /// The keys of a row in a config file.
  private static let keys = ObjectKeys(
    "a source of recipes", ["app", "server", "collection", "preview", "api"])

  /// The kind of a member that is an address, with its name for messages; slashes at the end of the
  /// address are dropped.
  private static var address: MemberKind<String> {
    MemberKind("an address such as https://example.com/v1") { value in
      guard var text = value.string, text.isURL else { return nil }
      while text.hasSuffix("/") { text.removeLast() }
      return text
    }
  }

  /// Reads a row of the config file: where the live recipes of an app are, with or without a
  /// collection `preview` and an address `api` of single experiments.
  ///
  /// Nil if it has errors, which are reported to `log`.
  private init?(_ entry: LocatedValue, at path: JSONPath, log: ProblemLog) {
    guard let entry = log.read(entry, .object, path: path) else { return nil }
    let reader = ObjectReader(entry, Self.keys, at: path, log: log)
    reader.reportUnknownAndRepeatedKeys()
    let app = reader.required("app", .text)
    let server = reader.required("server", Self.address)
    let collection = reader.required("collection", .text)
    preview = reader.optional("preview", .text)
    api = reader.optional("api", Self.address)
    guard let app, let server, let collection else { return nil }
    self.app = app
    self.server = server
    self.collection = collection
  }
}

/// Mozilla's servers of experiments, as nimbus-cli knows them.
enum MozillaServer {
  case release
  /// The servers on which Mozilla tests experiments.
  case stage

  /// The address below which Remote Settings has its collections.
  var collectionsAddress: String {
    let host =
      switch self {
      case .release: "firefox.settings.services.mozilla.com"
      case .stage: "firefox.settings.services.allizom.org"
      }
    return "https://\(host)/v1/buckets/main/collections"
  }

  /// The address below which Experimenter has each experiment.
  var experimentsAddress: String {
    let host =
      switch self {
      case .release: "experimenter.services.mozilla.com"
      case .stage: "stage.experimenter.nonprod.dataops.mozgcp.net"
      }
    return "https://\(host)/api/v6/experiments"
  }

  /// The server that a name means, in the words of nimbus-cli; nil for any other word.
  init?(_ word: String) {
    switch word {
    case "release", "production", "prod": self = .release
    case "stage", "staging": self = .stage
    default: return nil
    }
  }
}
