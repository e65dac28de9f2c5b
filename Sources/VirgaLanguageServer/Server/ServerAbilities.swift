import VirgaJSON

/// What the server can do, as it says when it is initialized.
enum ServerAbilities {
  /// The command that sets a value as an edit of the session.
  static let tryValue = "virga.tryValue"

  /// The abilities as the client gets them; only with a session can values be tried.
  static func json(_ encoding: PositionEncoding, hasSession: Bool) -> JSONValue {
    // The number of LSP for changes that name a range.
    let incremental: JSONValue = 2
    let commands: [JSONValue] = hasSession ? [.string(tryValue)] : []
    // Requests that may load manifests show the progress of that.
    let loading: JSONValue = ["workDoneProgress": true]
    // `/` and `@` are in the paths of files, such as `@owner/repository/app.fml.yaml`.
    return [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": incremental, "save": true],
      "completionProvider": [
        "triggerCharacters": [":", " ", "<", "\"", "/", "@"], "workDoneProgress": true,
      ],
      "hoverProvider": loading,
      "definitionProvider": loading,
      "referencesProvider": loading,
      "documentSymbolProvider": loading,
      "workspaceSymbolProvider": loading,
      "renameProvider": ["prepareProvider": true, "workDoneProgress": true],
      "codeActionProvider": ["codeActionKinds": ["quickfix"]],
      "executeCommandProvider": ["commands": .array(commands)],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }
}
