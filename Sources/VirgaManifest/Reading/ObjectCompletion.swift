import VirgaExperiments
import VirgaJSON

/// The default of each object type as an app has it: every field, with complete objects inside.
///
/// Unlike ``ObjectFilling``, which computes the JSON that is merged, it also completes objects in
/// lists and options: the default `[{}]` of a `List<Sign>` has one `Sign` with all its fields.
/// Rule: VirgaManifest/Reading.
struct ObjectCompletion: Sendable {
  /// The default of each object type that has one, by name.
  let complete: [Name: CompleteObject]
  /// The objects whose defaults contain themselves without end, or have too many values; an app
  /// could not create them.
  let impossible: [String]

  /// Completes all objects of a module's types; those that no app could create, because their
  /// defaults contain themselves or have too many values, are ``impossible``.
  init(of types: TypeTable) {
    let builder = ObjectCompletionBuilder(types)
    // The builder stores each object that it completes.
    for object in types.objects { _ = builder.completed(object.name) }
    complete = builder.complete
    impossible = builder.impossible
  }
}

/// The default of an object type as an app has it.
struct CompleteObject: Sendable {
  let value: MergedValue
  /// The number of values in it, nested ones included.
  let valueCount: Int

  /// The number of values that a ``CompletionBudget`` counts for completing an object with
  /// `members`: the values of the complete object, minus those in `members`.
  ///
  /// Names and kinds of the members do not matter: an object never becomes larger than what is
  /// written plus what is counted here. Rule: VirgaManifest/Limits.
  func addedCount(completing members: [MergedMember]) -> Int {
    var uncounted = valueCount
    for member in members where uncounted > 0 {
      uncounted -= member.value.valueCount(upTo: uncounted)
    }
    return uncounted
  }
}

extension MergedValue {
  /// The number of values that it has, itself and nested ones included, but at most `maximum`.
  fileprivate func valueCount(upTo maximum: Int) -> Int {
    // Nil for a list or a scalar: its values are counted as written.
    guard let members else { return written.valueCount(upTo: maximum) }
    var count = 1
    for member in members where count < maximum {
      count += member.value.valueCount(upTo: maximum - count)
    }
    return count
  }
}

extension LocatedValue {
  /// The number of values that it has, itself and nested ones included, but at most `maximum`.
  fileprivate func valueCount(upTo maximum: Int) -> Int {
    var count = 1
    for element in elements where count < maximum {
      count += element.valueCount(upTo: maximum - count)
    }
    for member in members where count < maximum {
      count += member.value.valueCount(upTo: maximum - count)
    }
    return count
  }
}

/// Limits the values that completing objects adds to what an app reads of one feature.
///
/// A list of `{}` is short, but each of them is an object with all its fields.
/// Rule: VirgaManifest/Limits.
final class CompletionBudget {
  static let maximum = 50_000

  private(set) var added = 0

  /// Adds `count` values unless the total would exceed ``maximum``; returns whether it added them.
  func add(_ count: Int) -> Bool {
    guard added + count <= Self.maximum else { return false }
    added += count
    return true
  }
}

/// Completes object types, those inside others first.
///
/// A class, because reading a default asks for the objects inside it.
private final class ObjectCompletionBuilder {
  private(set) var complete: [Name: CompleteObject] = [:]
  private(set) var impossible: [String] = []

  private let types: TypeTable
  /// The objects that are completed, or that are being completed.
  private var started: Set<Name> = []
  /// The number of values in each finished object.
  private var valueCounts: [Name: Int] = [:]
  /// How many objects are being completed, one inside the other.
  private var depth = 0

  init(_ types: TypeTable) { self.types = types }

  /// The default of an object type as an app has it, with those of the objects inside it.
  ///
  /// Nil if ``ObjectFilling`` has no default of the type, or if the default is too large or
  /// contains its own type, as `children: List<Node> = [{}]` of `Node`: then the type is marked as
  /// impossible.
  func completed(_ name: String) -> CompleteObject? {
    if let known = complete[name] { return known }
    guard let definition = types.object(name), let filled = types.filledObject(name) else {
      return nil
    }
    // A type that was started and is not complete is inside its own default, or too large. One that
    // is nested too deeply counts as impossible too.
    let isNew = started.insert(Name(name)).inserted
    guard isNew, depth < LocatedDocument.maxDepth else { return markImpossible(name) }
    depth += 1
    defer { depth -= 1 }
    let valueCount = completeObjectsAndCountValues(in: definition.fields)
    guard valueCount <= ObjectFilling.maximumValueCount else { return markImpossible(name) }
    valueCounts[name] = valueCount
    let members = completedMembers(of: filled, definition.fields)
    let object = CompleteObject(
      value: filled.replacingMembers(asRead: members), valueCount: valueCount)
    complete[name] = object
    return object
  }

  /// The members of an object's default as an app reads them, with complete objects inside.
  ///
  /// - Parameter filled: The default as merged JSON; its members are in the order of the fields.
  private func completedMembers(of filled: MergedValue, _ fields: [Variable]) -> [MergedMember] {
    // Unowned, because the reader exists only in this function.
    let reader = ValueReader(types: types, readsDefaults: true) { [unowned self] innerName in
      completed(innerName)
    }
    return zip(fields, filled.members ?? []).map { field, member in
      MergedMember(key: field.name, value: reader.readDefault(member.value, as: field.type))
    }
  }

  /// Records that no app can create an object type; always returns nil.
  private func markImpossible(_ name: String) -> CompleteObject? {
    if !impossible.containsName(name) { impossible.append(name) }
    return nil
  }

  /// Completes the objects in the defaults of an object's fields; returns the number of values in
  /// the object: the fields, and the values inside them.
  private func completeObjectsAndCountValues(in fields: [Variable]) -> Int {
    fields.reduce(fields.count) { sum, field in
      sum + completeObjectsAndCountValues(in: field.defaultValue, as: field.type)
    }
  }

  /// Completes the objects in a field's default; returns the number of values inside the default,
  /// without the default itself.
  ///
  /// An object counts as the default of its type, whatever is written for it, so its type is
  /// completed first. A field without a default (nil), or with null, has no values inside.
  private func completeObjectsAndCountValues(
    in written: LocatedValue?, as type: VariableType
  ) -> Int {
    guard let written, written.kind != .null else { return 0 }
    switch type {
    case .object(let name):
      // Completing the object stores its count. An object that cannot be completed, because it is
      // unknown, impossible or being completed already, has none: it is left as it is written.
      _ = completed(name)
      return valueCounts[name] ?? 0
    case .option(let inner): return completeObjectsAndCountValues(in: written, as: inner)
    case .list(let item): return completeObjectsAndCountValues(inAll: written.elements, as: item)
    case .map(_, let value):
      return completeObjectsAndCountValues(inAll: written.members.map(\.value), as: value)
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias: return 0
    }
  }

  /// Completes the objects in all `parts`; returns the number of values in them, counted up to one
  /// above the maximum, so that the sum cannot overflow.
  private func completeObjectsAndCountValues(
    inAll parts: some Sequence<LocatedValue>, as type: VariableType
  ) -> Int {
    parts.reduce(0) { sum, part in
      let countOfPart = 1 + completeObjectsAndCountValues(in: part, as: type)
      return min(sum + countOfPart, ObjectFilling.maximumValueCount + 1)
    }
  }
}
