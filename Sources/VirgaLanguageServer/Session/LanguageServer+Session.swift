import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// The action that tries the value at a place in the session; nil without a session, or if no
  /// value is there.
  mutating func tryingAction(at place: DocumentPlace) -> JSONValue? {
    guard session != nil else { return nil }
    let manifests = workspace.manifests(of: place.document.path)
    if manifests.isEmpty { return configTryingAction(at: place) }
    for loaded in manifests {
      guard let manifest = loaded.manifest, let subject = Subject(at: place, in: manifest),
        let tried = subject.triedValue(in: manifest)
      else { continue }
      return tryingAction(tried, loaded.path)
    }
    return nil
  }

  /// The action for a place of a config or of a recipe.
  private mutating func configTryingAction(at place: DocumentPlace) -> JSONValue? {
    let path = workspace.namedManifest(for: place.document.path)
    guard let path, let tried = configTriedValue(place) else { return nil }
    return tryingAction(tried, path)
  }

  /// The action that tries a value with a manifest.
  private func tryingAction(_ tried: TriedValue, _ path: String) -> JSONValue {
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
    let manifest = try manifestOfTrying(arguments?["manifest"]?.stringValue ?? "")
    let done = try session.setEdit(feature, at: path, to: value, in: manifest)
    // The number of LSP for an information.
    let information: JSONValue = 3
    notify("window/showMessage", ["type": information, "message": .string("virga: \(done)")])
    return .null
  }
}

extension LanguageServer {
  /// The manifest that a value is tried with, because its types decide whether the value is right.
  private mutating func manifestOfTrying(_ path: String) throws(RequestFailure) -> Manifest {
    if let manifest = workspace.manifest(path).manifest { return manifest }
    throw RequestFailure(.requestFailed, "\(path) cannot be read; fix its problems first")
  }
}

/// A value that can be an edit of a feature.
struct TriedValue {
  let feature: String
  let path: JSONPath
  let value: JSONValue
}

extension Subject {
  /// The default or the value of a config that the subject is or names; nil for other subjects.
  func triedValue(in manifest: Manifest) -> TriedValue? {
    switch kind {
    case .definition(.variable(let name, let id)):
      guard let value = manifest.feature(id)?.variable(name)?.defaultValue else { return nil }
      return TriedValue(feature: id, path: [.key(name)], value: value.json)
    case .value(.feature(let id), let path, let isKey):
      guard !path.isRoot, let value = isKey ? node.valueOfKey : node else { return nil }
      return TriedValue(feature: id, path: path, value: value.json)
    case .languageKey:
      // The key `default` of a variable; that of a field belongs to no feature.
      guard let config = path.config, case .feature(let id) = config.owner, !config.path.isRoot,
        let value = node.valueOfKey
      else { return nil }
      return TriedValue(feature: id, path: config.path, value: value.json)
    case .definition, .typeName, .alias, .value, .file: return nil
    }
  }
}
