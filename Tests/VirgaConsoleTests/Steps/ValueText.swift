import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTargeting

@testable import VirgaConsole

/// Values as a person reads them, the same in every run.
enum ValueText {
  /// The text of a value; of a long one the beginning, with a number that every change of the rest changes too.
  static func short(_ value: Any) -> String {
    let text = whole(value)
    guard text.count > limit else { return text }
    let number = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return "\(text.prefix(limit - 40)) … \(text.count) characters, \(String(number, radix: 16))"
  }

  private static let limit = 200

  /// Whether a value is told in one piece, and not property by property.
  static func isPlain(_ value: Any) -> Bool { plain(value) != nil }

  static func whole(_ value: Any) -> String {
    if let text = plain(value) ?? brief(value) { return text }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { whole($0.value) } ?? "nil"
    case .collection: return "[" + mirror.children.map { whole($0.value) }.joined(separator: ", ") + "]"
    case .set: return "[" + mirror.children.map { whole($0.value) }.sorted().joined(separator: ", ") + "]"
    case .dictionary:
      return "[" + members(mirror).sorted { $0.key < $1.key }.map { "\($0): \(whole($1))" }.joined(separator: ", ")
        + "]"
    case .enum:
      guard let child = mirror.children.first else { return "\(value)" }
      let payload = whole(child.value)
      return (child.label ?? "") + (payload.hasPrefix("(") ? payload : "(\(payload))")
    case .struct, .tuple:
      let name = mirror.displayStyle == .struct ? "\(mirror.subjectType)" : ""
      let parts = mirror.children.map { child in
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
        return label + whole(child.value)
      }
      return "\(name)(\(parts.joined(separator: ", ")))"
    default: return "\(value)"
    }
  }

  /// The values of a dictionary by the texts of their keys.
  static func members(_ mirror: Mirror) -> [String: Any] {
    let pairs = mirror.children.map { child -> (String, Any) in
      let pair = Array(Mirror(reflecting: child.value).children)
      return (key(pair[0].value), pair[1].value)
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func key(_ value: Any) -> String { value as? String ?? whole(value) }

  private static func plain(_ value: Any) -> String? {
    switch value {
    case let text as String: JSONValue.string(text).compact
    case let text as DisplayText: JSONValue.string(text.plain).compact
    case let json as JSONValue: json.compact
    case let path as JSONPath: "\(path)"
    case let key as EntryKey: "\(key.kind.rawValue) \(key.name)"
    case let key as KeyPress: "\(key)"
    case let panel as Panel: panel.name
    case let invocation as Invocation: invocation.line
    case let time as Instant: "\(time.seconds)s"
    case let message as StatusMessage: self.message(message)
    case let manifest as Manifest: "\(manifest.name), \(manifest.features.count) features"
    default: nil
    }
  }

  private static func message(_ message: StatusMessage) -> String {
    let kind = "\(message.kind)" + (message.isPassing ? ", passing" : "") + (message.endsFailure ? ", mended" : "")
    return "\(kind): \(message.text.plain)"
  }

  /// A row of a list by what it is about, from which the rest of it follows.
  private static func brief(_ value: Any) -> String? {
    switch value {
    case let row as FeatureList.Row: (row.index.map { "\($0)" } ?? "gone") + (row.innerPlace.map { "/\($0)" } ?? "")
    case let row as ValueRow: "\(row.pathText) = \(row.value.compact)"
    case let row as RecipeRow: "\(row.slug) \(whole(row.status as Any))"
    case let list as Overlay: "list \(list.kind) of \(list.lines.count) on \(list.selected.map(whole) ?? "nothing")"
    case let line as Overlay.Line: line.invocation?.line ?? line.title.plain
    case let event as SessionEvent: "\(event.kind) \(event.id)"
    case let operation as SessionOperation:
      "#\(operation.id) “\(operation.label)”\(operation.isUndone ? " undone" : "")"
    default: nil
    }
  }
}

extension ValueText {
  /// The lines that tell an effect; an operation is told whole.
  static func lines(_ effect: Effect) -> [String] {
    guard case .commit(let operation) = effect else { return [short(effect)] }
    let about = operation.feature.map { " of \($0)" } ?? ""
    let beginning = operation.isStep ? "" : ", no step"
    let changes = operation.changes.map { change in
      "  \(whole(change.key)): \(change.old.map(short) ?? "none") → \(change.new.map(short) ?? "none")"
    }
    let events = operation.events.map { "  \(short(JSONValue.object($0.json)))" }
    let head = "commit \(whole(operation))\(about)\(beginning) at \(whole(operation.time)) by \(operation.process)"
    return [head] + changes + events
  }
}
