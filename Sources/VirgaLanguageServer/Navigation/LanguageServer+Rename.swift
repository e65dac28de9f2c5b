import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// The range and the name of what can be renamed at a place.
  mutating func prepareRename(_ place: DocumentPlace) throws(RequestFailure) -> JSONValue {
    for loaded in workspace.manifests(of: place.document.path) {
      guard let manifest = loaded.manifest, let subject = Subject(at: place, in: manifest),
        let target = subject.target(in: manifest), !target.isAlias
      else { continue }
      return [
        "range": positions(in: place.document.source).json(subject.range),
        "placeholder": .string(target.name),
      ]
    }
    throw RequestFailure(
      .requestFailed, "only types, variants, variables and features of a manifest can be renamed")
  }

  /// The edits of a new name in all files of all manifests of the workspace that have its
  /// definition.
  mutating func rename(
    _ place: DocumentPlace, to name: String
  ) throws(RequestFailure) -> JSONValue {
    // Throws if nothing at the place can be renamed.
    _ = try prepareRename(place)
    let defined = definitionPlace(of: place)
    var edits: [Name: [JSONValue]] = [:]
    for loaded in workspace.allManifests(of: defined.document.path) {
      guard let manifest = loaded.manifest, manifest.isComplete else {
        throw RequestFailure(
          .requestFailed, "\(loaded.path) cannot be read as a whole; fix its errors first")
      }
      guard let target = Subject(at: defined, in: manifest)?.target(in: manifest) else { continue }
      try RenameCheck(manifest: manifest, target: target).check(name)
      for occurrence in Occurrences(manifest: manifest).all(of: target) {
        let (uri, edit) = try self.edit(occurrence, to: name, in: manifest)
        if edits[uri]?.contains(edit) != true { edits[uri, default: []].append(edit) }
      }
    }
    let changes = edits.sorted { $0.key < $1.key }.map { uri, edits in
      (uri.text, JSONValue.array(edits))
    }
    return ["changes": .object(JSONObject(changes))]
  }

  /// The place where the name at a place is defined; the same place if the definition cannot be
  /// read, or does not contain the name.
  ///
  /// The file of the definition may belong to more manifests, which use the name too.
  mutating func definitionPlace(of place: DocumentPlace) -> DocumentPlace {
    for loaded in workspace.manifests(of: place.document.path) {
      guard let manifest = loaded.manifest,
        let target = Subject(at: place, in: manifest)?.target(in: manifest),
        let location = Occurrences(manifest: manifest).all(of: target).first?.location,
        let file = manifest.file(named: location.file),
        let document = workspace.readDocument(file.path)
      else { continue }
      let defined = DocumentPlace(document: document, position: location.range.start)
      if Subject(at: defined, in: manifest)?.target(in: manifest) == target { return defined }
    }
    return place
  }

  /// The edit of one place, with the URI of its file.
  private func edit(
    _ occurrence: Occurrence, to name: String, in manifest: Manifest
  ) throws(RequestFailure) -> (uri: String, edit: JSONValue) {
    let location = occurrence.location
    guard !occurrence.isInImport else {
      throw RequestFailure(
        .requestFailed, "this would change the import at \(location); rename it there first")
    }
    guard let file = manifest.file(named: location.file), let source = file.source,
      file.path.hasPrefix("/")
    else {
      throw RequestFailure(
        .requestFailed, "\(location.file) is not a file on this machine, so it cannot be changed")
    }
    let text = WrittenName.text(name, inPlaceOf: source.text(in: location.range))
    let edit: JSONValue = [
      "range": positions(in: source).json(location.range), "newText": .string(text),
    ]
    return (workspace.uri(of: file.path), edit)
  }
}

extension Occurrences.Target {
  /// The name that is renamed.
  var name: String {
    switch self {
    case .type(let name, _), .variant(let name, _, _), .variable(let name, _), .feature(let name),
      .alias(let name, _):
      name
    }
  }

  var isAlias: Bool { if case .alias = self { true } else { false } }
}

/// Finds out why something cannot get a name.
struct RenameCheck {
  let manifest: Manifest
  let target: Occurrences.Target

  /// Throws the reason if the name clashes with another one, or is not a name.
  func check(_ name: String) throws(RequestFailure) {
    let firstAfterControls: UInt32 = 0x20
    let isInLine = { (scalar: Unicode.Scalar) in scalar.value >= firstAfterControls }
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(isInLine) else {
      throw RequestFailure(.requestFailed, "a name is one line of text")
    }
    if target.name.isSameName(as: name) { return }
    // Inside of another type, as in `List<Side>`, a name cannot have quotes.
    if case .type = target, !WrittenName.isPlain(name) {
      throw RequestFailure(
        .requestFailed, "`\(name)` would need quotes in a type; use letters and digits")
    }
    if let clash = clash(with: name) {
      throw RequestFailure(.requestFailed, "`\(name)` is already \(clash); choose another name")
    }
  }

  /// What has the name already; nil if nothing has.
  private func clash(with name: String) -> String? {
    switch target {
    case .feature: return manifest.feature(name).map { "a feature, at \($0.location)" }
    case .variable(_, let id):
      let feature = manifest.feature(id)
      let isBroken = feature?.brokenNames.containsName(name) ?? false
      if isBroken { return "a variable of `\(id)`" }
      return feature?.variable(name).map { "a variable of `\(id)`, at \($0.location)" }
    case .variant(_, let enumeration, let module):
      let variant = manifest.enumeration(enumeration, in: module)?.variant(name)
      return variant.map { "a variant of `\(enumeration)`, at \($0.location)" }
    case .type, .alias: return clash(ofType: name)
    }
  }

  /// What has the name of a type: types are unique in all modules.
  private func clash(ofType name: String) -> String? {
    if HoverText.isTypeOfLanguage(name) { return "a type of the language" }
    for module in manifest.modules {
      if let other = module.enumeration(name) { return "an enum, at \(other.location)" }
      if let other = module.object(name) { return "an object, at \(other.location)" }
    }
    let variables = manifest.features.flatMap(\.variables)
    let alias = variables.first { $0.stringAlias.isSameName(as: name) }
    return alias.map { "a string alias, at \($0.location)" }
  }
}
