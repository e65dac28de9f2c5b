import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// The action that tries the value at a position in the session; nil if none is there.
  func tryingAction(_ subject: Subject, of manifest: Manifest, _ path: String) -> JSONValue? {
    guard session != nil, let tried = subject.triedValue(in: manifest) else { return nil }
    let maxShownLength = 40
    let shown = tried.value.compact.shortened(to: maxShownLength)
    let title = "Try \(tried.path) = \(shown) in the session"
    let arguments: JSONValue = [
      "manifest": .string(path), "feature": .string(tried.feature),
      "path": .string(tried.path.description), "value": tried.value,
    ]
    return [
      "title": .string(title),
      "command": [
        "title": .string(title), "command": .string(ServerAbilities.tryValue),
        "arguments": [arguments],
      ],
    ]
  }

  /// Runs a command of the server; the client shows what was done.
  mutating func execute(_ params: JSONValue) throws(RequestFailure) -> JSONValue {
    guard params["command"]?.stringValue == ServerAbilities.tryValue else {
      throw RequestFailure(.invalidParams, "the server has no such command")
    }
    guard let session else {
      throw RequestFailure(.requestFailed, "start virga lsp with --session FILE to try values")
    }
    let arguments = params["arguments"]?[0]
    guard let feature = arguments?["feature"]?.stringValue,
      let text = arguments?["path"]?.stringValue, let path = try? JSONPath.parse(text),
      let value = arguments?["value"]
    else { throw RequestFailure(.invalidParams, "the arguments of the command are wrong") }
    let manifestPath = arguments?["manifest"]?.stringValue ?? ""
    let manifest = workspace.stored(manifestPath)?.manifest
    let done = try session.setEdit(feature, at: path, to: value, in: manifest)
    // The number of LSP for an information.
    let information: JSONValue = 3
    notify("window/showMessage", ["type": information, "message": .string("virga: \(done)")])
    return .null
  }
}

extension Subject {
  /// A value that can be an edit of a feature.
  struct TriedValue {
    let feature: String
    let path: JSONPath
    let value: JSONValue
  }

  /// The default or the value of a config that the subject is or names; nil for other subjects.
  func triedValue(in manifest: Manifest) -> TriedValue? {
    switch kind {
    case .definition(.variable(let name, let id)):
      guard let value = manifest.feature(id)?.variable(name)?.defaultValue else { return nil }
      return TriedValue(feature: id, path: [.key(name)], value: value.json)
    case .value(.feature(let id), let path, let isKey):
      guard !path.isRoot, let value = isKey ? node.valueOfKey : node else { return nil }
      return TriedValue(feature: id, path: path, value: value.json)
    case .definition, .typeName, .alias, .value, .file, .languageKey: return nil
    }
  }
}
