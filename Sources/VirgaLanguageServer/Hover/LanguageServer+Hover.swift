import VirgaJSON
import VirgaManifest
import VirgaSource

extension LanguageServer {
  /// What is known about a place: null if nothing is.
  mutating func hover(_ place: DocumentPlace) -> JSONValue {
    guard let manifest = workspace.firstManifest(of: place.document.path)?.manifest else {
      return configHover(place)
    }
    guard let subject = Subject(at: place, in: manifest) else { return .null }
    let text = HoverText(manifest: manifest, session: sessionReading(of: manifest))
    return hover(text.text(of: subject), subject.range, place.document)
  }

  /// A hover with a text in Markdown; null without a text.
  func hover(_ text: String?, _ range: SourceRange, _ document: OpenDocument) -> JSONValue {
    guard let text, !text.isEmpty else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(text)],
      "range": positions(in: document.source).json(range),
    ]
  }

  /// What the session changes of a manifest's values; nil without a session.
  func sessionReading(of manifest: Manifest) -> SessionReading? {
    session?.reading(of: manifest)
  }
}

extension HoverText {
  /// What is known about a subject.
  func text(of subject: Subject) -> String? {
    switch subject.kind {
    case .definition(let definition): text(of: definition, in: subject.module)
    case .typeName(let name): text(ofType: name, in: subject.module)
    case .alias(let name): text(ofType: name, in: subject.module)
    case .value(let owner, let path, let isKey):
      text(ofValueAt: path, subject.node, isKey: isKey, owner, in: subject.module)
    case .languageKey(let key): text(of: key)
    case .file: nil
    }
  }
}
