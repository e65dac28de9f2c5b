import VirgaJSON

/// What the server can do, as it says when it is initialized.
enum ServerAbilities {
  /// The command that sets a value as an edit of the session.
  static let tryValue = "virga.tryValue"

  static func json(_ encoding: PositionEncoding, hasSession: Bool) -> JSONValue {
    // The number of LSP for changes that name a range.
    let incremental: JSONValue = 2
    let commands: [JSONValue] = hasSession ? [.string(tryValue)] : []
    return [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": incremental, "save": true],
      "completionProvider": ["triggerCharacters": [":", " ", "<", "\"", "/", "@"]],
      "hoverProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentSymbolProvider": true,
      "workspaceSymbolProvider": true,
      "renameProvider": ["prepareProvider": true],
      "codeActionProvider": ["codeActionKinds": ["quickfix"]],
      "executeCommandProvider": ["commands": .array(commands)],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }
}
