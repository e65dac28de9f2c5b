import VirgaExperiments
import VirgaJSON

/// The default of each object type as an app has it: every field, with complete objects inside.
///
/// Unlike ``ObjectFilling`` it also completes objects in lists and options. Rule:
/// VirgaManifest/Reading.
struct ObjectCompletion: Sendable {
  /// The complete objects.
  let complete: [Name: CompleteObject]
  /// The objects whose defaults contain themselves without end, or have too many values; an app
  /// could not create them.
  let endless: [String]

  init(of types: TypeTable) {
    let builder = ObjectCompletionBuilder(types)
    for object in types.objects { _ = builder.completed(object.name) }
    complete = builder.complete
    endless = builder.endless
  }
}

/// The default of an object type as an app has it.
struct CompleteObject: Sendable {
  let value: MergedValue
  /// The number of values in it, nested ones included.
  let size: Int

  /// The number of values that completing an object with `members` may create; 0 if it has every
  /// field.
  func added(to members: [MergedMember]) -> Int {
    members.count < (value.members?.count ?? 0) ? size : 0
  }
}

/// Limits the values that completing objects adds to what an app reads of one feature.
///
/// A list of `{}` is short, but each of them is an object with all its fields. Rule:
/// VirgaManifest/Limits.
final class CompletionBudget {
  static let largest = 50_000

  private(set) var added = 0

  /// Whether `count` more values are within the limit.
  func add(_ count: Int) -> Bool {
    guard added + count <= Self.largest else { return false }
    added += count
    return true
  }
}

/// A class, because reading a default asks for the objects inside it.
private final class ObjectCompletionBuilder {
  private(set) var complete: [Name: CompleteObject] = [:]
  private(set) var endless: [String] = []

  private let types: TypeTable
  private var started: Set<Name> = []
  /// The number of values in each finished object.
  private var sizes: [Name: Int] = [:]
  private var depth = 0

  init(_ types: TypeTable) { self.types = types }

  /// Nil while the object is being completed, so that one that contains itself is left as it is
  /// written.
  func completed(_ name: String) -> CompleteObject? {
    if let known = complete[name] { return known }
    guard let definition = types.object(name), let filled = types.filledObject(name) else {
      return nil
    }
    guard started.insert(Name(name)).inserted, depth < LocatedDocument.deepest else {
      return leaveOut(name)
    }
    depth += 1
    defer { depth -= 1 }
    let size = definition.fields.reduce(definition.fields.count) {
      $0 + self.size(of: $1.defaultValue, as: $1.type)
    }
    guard size <= ObjectFilling.largest else { return leaveOut(name) }
    sizes[name] = size
    let reader = ValueReader(types: types, isOfDefaults: true) { [unowned self] in completed($0) }
    let members = zip(definition.fields, filled.members ?? []).map { field, member in
      MergedMember(key: field.name, value: reader.complete(member.value, as: field.type))
    }
    let object = CompleteObject(value: filled.read(as: members), size: size)
    complete[name] = object
    return object
  }

  private func leaveOut(_ name: String) -> CompleteObject? {
    if !endless.containsName(name) { endless.append(name) }
    return nil
  }

  /// The number of values that completing adds to `written`; also completes the objects in it.
  private func size(of written: LocatedValue?, as type: VariableType) -> Int {
    guard let written, written.kind != .null else { return 0 }
    switch type {
    case .object(let name):
      _ = completed(name)
      return sizes[name] ?? 0
    case .option(let inner): return size(of: written, as: inner)
    case .list(let item): return total(written.elements, as: item)
    case .map(_, let value): return total(written.members.map(\.value), as: value)
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias: return 0
    }
  }

  private func total(_ parts: some Sequence<LocatedValue>, as type: VariableType) -> Int {
    parts.reduce(0) { min($0 + 1 + size(of: $1, as: type), ObjectFilling.largest + 1) }
  }
}
