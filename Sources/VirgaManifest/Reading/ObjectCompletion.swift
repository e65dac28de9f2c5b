import VirgaExperiments
import VirgaJSON

/// The default of each object type as an app has it: every field, with complete objects inside.
///
/// Unlike ``ObjectFilling`` it also completes objects in lists and options. Rule: VirgaManifest/Reading.
struct ObjectCompletion: Sendable {
  /// The complete objects.
  let complete: [Name: MergedValue]
  /// The objects whose defaults contain themselves without end, or have too many values; an app could not create them.
  let endless: [String]

  init(of types: TypeTable) {
    let builder = ObjectCompletionBuilder(types)
    for object in types.objects { _ = builder.completed(object.name) }
    complete = builder.complete
    endless = builder.endless
  }
}

/// A class, because reading a default asks for the objects inside it.
private final class ObjectCompletionBuilder {
  private(set) var complete: [Name: MergedValue] = [:]
  private(set) var endless: [String] = []

  private let types: TypeTable
  private var started: Set<Name> = []
  /// The number of values in each finished object.
  private var sizes: [Name: Int] = [:]
  private var depth = 0

  init(_ types: TypeTable) { self.types = types }

  /// Nil while the object is being completed, so that one that contains itself is left as it is written.
  func completed(_ name: String) -> MergedValue? {
    if let known = complete[name] { return known }
    guard let definition = types.object(name), let filled = types.filledObject(name) else { return nil }
    guard started.insert(Name(name)).inserted, depth < LocatedDocument.deepest else { return leaveOut(name) }
    depth += 1
    defer { depth -= 1 }
    let size = definition.fields.reduce(definition.fields.count) { $0 + self.size(of: $1.defaultValue, as: $1.type) }
    guard size <= ObjectFilling.largest else { return leaveOut(name) }
    sizes[name] = size
    let reader = ValueReader(types: types, isOfDefaults: true) { [unowned self] in completed($0) }
    let members = zip(definition.fields, filled.members ?? []).map { field, member in
      MergedMember(key: field.name, value: reader.complete(member.value, as: field.type))
    }
    let object = filled.read(as: members)
    complete[name] = object
    return object
  }

  private func leaveOut(_ name: String) -> MergedValue? {
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
