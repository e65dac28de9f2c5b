import VirgaJSON

/// What the client can do, and what its settings say.
struct ClientAbilities {
  /// The unit of characters in positions.
  private(set) var encoding = PositionEncoding.utf16
  /// Whether it shows the progress of work.
  private(set) var showsProgress = false
  /// Whether completions may have places to fill in.
  private(set) var takesSnippets = false
  /// Whether it notices changes of files if the server asks for that.
  private(set) var watchesFiles = false
  /// The manifest of configs and recipes, relative to the client's folder; nil if none is set.
  private(set) var manifest: String?
  /// The channel of configs and of values; nil if none is set.
  private(set) var channel: String?
  /// The paths or URIs of the folders that it has open.
  private(set) var folderURIs: [String] = []
  /// The initialization options; they hold where later settings say nothing.
  private var options: JSONValue?

  init() {}

  /// Reads the parameters of `initialize`.
  init(_ params: JSONValue) {
    let capabilities = params["capabilities"]
    encoding = .negotiated(capabilities?["general"]?["positionEncodings"])
    showsProgress = capabilities?["window"]?["workDoneProgress"]?.booleanValue ?? false
    let item = capabilities?["textDocument"]?["completion"]?["completionItem"]
    takesSnippets = item?["snippetSupport"]?.booleanValue ?? false
    let watching = capabilities?["workspace"]?["didChangeWatchedFiles"]
    watchesFiles = watching?["dynamicRegistration"]?.booleanValue ?? false
    let folders = (params["workspaceFolders"]?.arrayValue ?? []).compactMap { folder in
      folder["uri"]?.stringValue
    }
    let root = params["rootUri"]?.stringValue
    folderURIs = folders.isEmpty ? [root].compactMap(\.self) : folders
    options = params["initializationOptions"]
    // The client sends settings later; until then those in the options count.
    read(settings: nil)
  }

  /// Reads settings such as `{"manifest": "app.fml.yaml", "channel": "beta"}`, which may be below a
  /// key `virga`.
  mutating func read(settings: JSONValue?) {
    manifest = Self.text("manifest", settings) ?? Self.text("manifest", options)
    channel = Self.text("channel", settings) ?? Self.text("channel", options)
  }

  /// The text of a setting; nil if it is not set.
  private static func text(_ key: String, _ settings: JSONValue?) -> String? {
    let own = settings?["virga"] ?? settings
    return own?[key]?.stringValue
  }
}
