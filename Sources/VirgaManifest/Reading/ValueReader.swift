import VirgaExperiments
import VirgaJSON

/// Reads merged JSON as an app's generated code does, part by part.
///
/// Rule: VirgaManifest/Reading.
///
/// A value that matches its type is read. For any other one the app takes the default of that
/// place, or drops it if there is none: the list `[1, "x", 3]` of Ints is read as `[1, 3]`, and
/// `{"rows": 7.5}` as the default of `rows`.
struct ValueReader {
  private let types: TypeTable
  /// Whether it reads the manifest's own defaults: null is then a value of an `Option`, and a value
  /// that does not match its type is replaced by that of the next lower layer.
  private let readsDefaults: Bool
  /// Gives the default of an object type as an app has it; nil if it has none.
  private let completeObject: (String) -> CompleteObject?
  /// How many values completing objects may still create.
  private let completionBudget = CompletionBudget()

  /// A reader to use while the defaults of object types are still being computed.
  ///
  /// - Parameters:
  ///   - readsDefaults: Whether to read the manifest's own defaults, rather than values over them.
  ///   - completeObject: Gives the default of an object type as an app has it; nil if it has none,
  ///     or none yet.
  init(types: TypeTable, readsDefaults: Bool, completeObject: @escaping (String) -> CompleteObject?)
  {
    self.types = types
    self.readsDefaults = readsDefaults
    self.completeObject = completeObject
  }

  /// A reader that uses the computed defaults of all object types.
  ///
  /// - Parameter readsDefaults: Whether to read the manifest's own defaults, rather than values
  ///   over them.
  init(types: TypeTable, readsDefaults: Bool = false) {
    let objects = types.completeObjects
    self.init(types: types, readsDefaults: readsDefaults) { name in objects[name] }
  }

  /// The manifest's default of a variable or field as an app has it.
  ///
  /// A default that does not match in any layer is returned as it is, marked as ignored: no code
  /// can be generated from such a manifest. The null of an option is returned without `read`, which
  /// gives nil for a null that removed the value of a lower layer.
  func readDefault(_ defaultValue: MergedValue, as type: VariableType) -> MergedValue {
    if defaultValue.isNull, type.isOption { return defaultValue }
    if let value = read(defaultValue, as: type, over: nil) { return value }
    return defaultValue.withState(.ignored(ReadingFault.text(of: defaultValue, as: type)))
  }

  /// The value that an app reads.
  ///
  /// - Parameters:
  ///   - merged: The value as merging made it, before it is read through its type.
  ///   - defaultValue: The default that applies if `merged` cannot be read, as an app reads it; nil
  ///     for an element of a list, and for an entry that the default of a map lacks.
  /// - Returns: Nil if the value does not match its type and has no default, so the app drops it.
  func read(
    _ merged: MergedValue, as type: VariableType, over defaultValue: MergedValue?
  ) -> MergedValue? {
    // The history of a config's value has the values of lower configs that it overrides. Those that
    // an app could not use, for example because of a wrong type, are marked as ignored, with the
    // reason. The lower values of a default are only read if the highest one does not match.
    let marked =
      readsDefaults ? merged : merged.markingIgnoredLower { lower in fault(of: lower, as: type) }
    // A null in a higher layer removed the value, so the default applies again; what was removed is
    // added to the history of the default.
    if marked.isRemoved { return defaultValue?.restored(below: marked) }
    if marked.isNull { return readNull(marked, as: type, over: defaultValue) }
    return readPresent(marked, as: type, over: defaultValue)
  }

  /// Reads a null: in a default of the manifest (`readsDefaults`) it is a value of an option;
  /// everywhere else the app takes the default, or nothing (nil) without one.
  private func readNull(
    _ merged: MergedValue, as type: VariableType, over defaultValue: MergedValue?
  ) -> MergedValue? {
    let isNullValue = readsDefaults && type.isOption
    if isNullValue { return merged.addingToHistory(defaultValue) }
    return fallback(for: merged, as: type, over: defaultValue)
  }

  /// Reads a value other than null; for one that does not match its type, the result is a lower
  /// value or the default, or nil without them.
  private func readPresent(
    _ merged: MergedValue, as type: VariableType, over defaultValue: MergedValue?
  ) -> MergedValue? {
    switch type {
    case .option(let inner): return readOption(merged, as: inner, over: defaultValue)
    case .list(let item): return readList(merged, of: item, over: defaultValue)
    case .map(let key, let value): return readMap(merged, from: key, to: value, over: defaultValue)
    case .object(let name): return readObject(merged, name, over: defaultValue)
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias:
      if let value = readScalar(merged, as: type) { return value.addingToHistory(defaultValue) }
      return fallback(for: merged, as: type, over: defaultValue)
    }
  }

  /// Why an app would not use the value `lower`, if no higher layer overrode it; nil if the app
  /// would use it, and for a null, which selects the default.
  private func fault(of lower: MergedValue, as type: VariableType) -> String? {
    guard !lower.isNull else { return nil }
    let isReadable = read(lower, as: type, over: nil) != nil
    return isReadable ? nil : ReadingFault.text(of: lower, as: type)
  }

  /// What an app reads instead of a value that does not match its type; nil if nothing is left.
  ///
  /// In the manifest's own defaults that is the value of the next lower layer: of `rows: Int = 3`
  /// with a default block that sets `rows` to `x`, the 3. Otherwise it is `defaultValue`.
  ///
  /// - Parameter reason: Why the value is ignored; nil if its type is the reason.
  private func fallback(
    for merged: MergedValue, as type: VariableType, over defaultValue: MergedValue?,
    because reason: String? = nil
  ) -> MergedValue? {
    let fault = reason ?? ReadingFault.text(of: merged, as: type)
    if readsDefaults, let lower = merged.lower {
      // The lower value has the values below it in its own history, so `merged` is added without
      // its history.
      let ignored = merged.withoutHistory
      return read(lower, as: type, over: defaultValue)?.ignoring(ignored, because: fault)
    }
    return defaultValue?.ignoring(merged, because: fault)
  }

  /// The merged scalar, or what apps convert it to, such as 3 for `3.0`; nil if it does not
  /// match its type.
  private func readScalar(_ merged: MergedValue, as type: VariableType) -> MergedValue? {
    switch type {
    case .string, .text, .image, .alias: return merged.kind == .string ? merged : nil
    case .boolean: return merged.kind == .boolean ? merged : nil
    case .int: return readInteger(merged)
    case .double: return readDouble(merged)
    case .enumeration(let name):
      guard let variant = merged.written.string,
        types.enumeration(name)?.hasVariant(variant) == true
      else { return nil }
      return merged
    // Their values are not scalars.
    case .option, .list, .map, .object: return nil
    }
  }

  /// An integer as it is, or a number such as `3.0` or `3e2` converted to one; nil for other
  /// values.
  private func readInteger(_ merged: MergedValue) -> MergedValue? {
    guard merged.isNumber, let integer = merged.json.integerValue else { return nil }
    return merged.kind == .integer ? merged : merged.replacingLeaf(asRead: .integer(integer))
  }

  /// The number that an app has, the nearest double; nil if the value is not a finite number.
  private func readDouble(_ merged: MergedValue) -> MergedValue? {
    guard merged.isNumber, let number = merged.json.doubleValue, number.isFinite else { return nil }
    // The digits stay as written unless the nearest double is another number, as for integers above
    // 2^53.
    let nearest = JSONValue(number)
    return nearest == merged.json ? merged : merged.replacingLeaf(asRead: nearest)
  }

  /// Reads a merged value other than null as the inner type of an option.
  ///
  /// A default of null has no fields or entries to fill in: the value is read without it, and the
  /// null becomes part of the value's history. A value that does not match the type gives the
  /// default, or nil without one.
  private func readOption(
    _ merged: MergedValue, as inner: VariableType, over defaultValue: MergedValue?
  ) -> MergedValue? {
    guard let defaultValue, defaultValue.isNull else {
      return read(merged, as: inner, over: defaultValue)
    }
    if let value = read(merged, as: inner, over: nil) {
      return value.addingToHistory(defaultValue)
    }
    return fallback(for: merged, as: inner, over: defaultValue)
  }

  /// Reads a list: it replaces its default, and elements that do not match are dropped; nil if it
  /// is not a list and has no default.
  private func readList(
    _ merged: MergedValue, of item: VariableType, over defaultValue: MergedValue?
  ) -> MergedValue? {
    guard merged.kind == .array else {
      return fallback(for: merged, as: .list(item), over: defaultValue)
    }
    let elements = merged.elements.compactMap { element -> MergedValue? in
      // In a list of options a null is an element. `read` would give nil for it in a config, where
      // other nulls select the default.
      let isNullValue = element.isNull && item.isOption
      return isNullValue ? element : read(element, as: item, over: nil)
    }
    // The parts of an element have their own layers, which are kept. Scalars all have the layer of
    // the list.
    let list =
      item.isContainer
      ? merged.replacingElements(asRead: elements)
      : merged.replacingLeaf(asRead: .array(elements.map(\.json)))
    return list.addingToHistory(defaultValue)
  }

  /// Reads a map: its entries are added to those of its default, or replace them.
  ///
  /// An entry that does not match its type leaves the one of the default, or is dropped:
  /// `{a: x, b: 2}` over the default `{a: 1}` of a `Map<String, Int>` gives `{a: 1, b: 2}`.
  ///
  /// - Returns: Nil if it is not a map and has no default.
  private func readMap(
    _ merged: MergedValue, from keyType: VariableType, to valueType: VariableType,
    over defaultValue: MergedValue?
  ) -> MergedValue? {
    guard let members = merged.members else {
      return fallback(for: merged, as: .map(key: keyType, value: valueType), over: defaultValue)
    }
    // A key that the enum of the map does not have is ignored with its value.
    let patch = members.filter { member in isKey(member.key, of: keyType) }
    var entries = defaultValue?.members ?? []
    MergedValue.join(&entries, patch) { defaultEntry, mergedEntry in
      defaultEntry = readEntry(mergedEntry, as: valueType, over: defaultEntry) ?? defaultEntry
    } adding: { newEntry in
      // An entry that the default lacks; it is dropped if it cannot be read.
      readEntry(newEntry, as: valueType, over: nil)
    }
    // If the default is a map too, the result has its layer.
    return merged.withReadMembers(entries, over: defaultValue)
  }

  /// Reads an entry of a map.
  ///
  /// A null is the value of an option, unless it removed the entry of a lower layer: then the
  /// default applies.
  ///
  /// - Returns: Nil if the entry cannot be read and the map's default lacks it.
  private func readEntry(
    _ merged: MergedValue, as type: VariableType, over defaultValue: MergedValue?
  ) -> MergedValue? {
    let isNullValue = type.isOption && merged.isNull && !merged.isRemoved
    return isNullValue
      ? merged.addingToHistory(defaultValue) : read(merged, as: type, over: defaultValue)
  }

  /// Whether a map with keys of `type` may have the key: only variants if they are of an enum, else
  /// any.
  private func isKey(_ key: String, of type: VariableType) -> Bool {
    guard case .enumeration(let name) = type else { return true }
    return types.enumeration(name)?.hasVariant(key) == true
  }

  /// Reads an object: it has exactly the fields of its definition, and a missing one comes from the
  /// default, or without a default from the definition.
  ///
  /// An object type has no complete object (nil) if it is unknown, or if an app could not create
  /// it, because it contains itself or is too large.
  ///
  /// - Returns: Nil if the value is not an object, or has too many values, and has no default.
  private func readObject(
    _ merged: MergedValue, _ name: String, over defaultValue: MergedValue?
  ) -> MergedValue? {
    guard let patch = merged.members else {
      return fallback(for: merged, as: .object(name), over: defaultValue)
    }
    let defaultIsObject = defaultValue?.members != nil
    // Without a default that is an object, the fields come from the defaults of the object type. If
    // it has no complete object, the value is read as it is.
    guard !defaultIsObject, let complete = completeObject(name) else {
      return readObject(merged, patch, name, missingFieldsFrom: defaultValue, over: defaultValue)
    }
    // A short list of `{}` must not become millions of values: all objects share one budget.
    let isWithinBudget = completionBudget.add(complete.addedCount(completing: patch))
    guard isWithinBudget else {
      return fallback(
        for: merged, as: .object(name), over: defaultValue, because: ReadingFault.tooManyValues)
    }
    return readObject(merged, patch, name, missingFieldsFrom: complete.value, over: defaultValue)
  }

  /// Reads an object whose missing fields come from `base`.
  ///
  /// It is read as it is if its type has no definition or `base` is not an object.
  ///
  /// - Parameters:
  ///   - patch: The members of `merged`.
  ///   - name: The name of the object type.
  private func readObject(
    _ merged: MergedValue, _ patch: [MergedMember], _ name: String,
    missingFieldsFrom base: MergedValue?, over defaultValue: MergedValue?
  ) -> MergedValue {
    guard let definition = types.object(name), var members = base?.members else {
      return merged.addingToHistory(defaultValue)
    }
    read(patch, as: definition.fields, into: &members)
    return merged.withReadMembers(members, over: defaultValue)
  }

  /// Reads the merged members of an object into those of its base, `members`; one that cannot be
  /// read leaves the member of the base as it is.
  private func read(
    _ patch: [MergedMember], as fields: [Variable], into members: inout [MergedMember]
  ) {
    // The members of a complete object have the same indices as the fields. A type that contains
    // itself has no complete object: its base may have fewer members.
    for member in patch {
      guard let index = fields.position(of: member.key, by: \.name) else { continue }
      guard members.indices.contains(index) else { continue }
      let type = fields[index].type
      let fieldDefault = members[index].value
      members[index].value = read(member.value, as: type, over: fieldDefault) ?? fieldDefault
    }
  }
}

extension MergedValue {
  fileprivate var isNumber: Bool { kind == .integer || kind == .number }

  /// This value with its default, if it has one, in its history, as a value that it overrides.
  fileprivate func addingToHistory(_ defaultValue: MergedValue?) -> MergedValue {
    guard let defaultValue else { return self }
    return overriding(defaultValue)
  }

  /// The object that an app reads if this merged object is over the default: it has `members`, each
  /// with its own layer.
  ///
  /// If the default is an object too, the merged object only changes members of it, so the result
  /// has the default's layer. Otherwise the result has the layer of the merged object, and the
  /// default is only part of its history.
  fileprivate func withReadMembers(
    _ members: [MergedMember], over defaultValue: MergedValue?
  ) -> MergedValue {
    guard let defaultValue, defaultValue.members != nil else {
      return replacingMembers(asRead: members).addingToHistory(defaultValue)
    }
    return defaultValue.replacingMembers(asRead: members)
  }
}
