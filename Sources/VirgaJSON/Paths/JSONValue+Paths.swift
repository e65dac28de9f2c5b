extension JSONValue {
  /// The value at `path`; nil if there is none.
  public subscript(path: JSONPath) -> JSONValue? {
    var value: JSONValue? = self
    for component in path.components {
      switch component {
      case .key(let key): value = value?[key]
      case .index(let index): value = value?[index]
      }
    }
    return value
  }

  /// Sets the value at `path`; returns whether that was possible.
  ///
  /// Missing objects along the path are created, and `null` becomes an object. An index must be
  /// that of an element or one past the last. Nothing changes if the path goes through another kind
  /// of value, or has more than ``JSONPath/maxComponents`` steps.
  @discardableResult
  public mutating func set(_ value: JSONValue, at path: JSONPath) -> Bool {
    guard path.components.count <= JSONPath.maxComponents else { return false }
    guard let changed = Self.setting(value, at: path.components[...], in: self) else {
      return false
    }
    self = changed
    return true
  }

  /// Removes the member or element at `path` and returns it; nil if there was none.
  ///
  /// Later elements of an array move up. The root, at the empty path, cannot be removed.
  @discardableResult
  public mutating func remove(at path: JSONPath) -> JSONValue? {
    guard let removed = self[path], let parentPath = path.parent, let step = path.components.last,
      let parent = self[parentPath]?.removing(step)
    else { return nil }
    set(parent, at: parentPath)
    return removed
  }

  /// This object or array without its member or element at `step`, which must exist; nil for
  /// another kind of value.
  private func removing(_ step: JSONPath.Component) -> JSONValue? {
    switch (step, self) {
    case (.key(let key), .object(var object)):
      object.remove(key)
      return .object(object)
    case (.index(let index), .array(var elements)):
      elements.remove(at: index)
      return .array(elements)
    default: return nil
    }
  }

  /// The old value with `new` at the steps of a path below it; nil if a step does not match the
  /// kind of value there.
  ///
  /// In `{"a": null}`, setting `a.b` to 1 gives `{"a": {"b": 1}}`, and setting `a[0]` to 1 gives
  /// `{"a": [1]}`. In `{"a": 2}` both give nil.
  ///
  /// - Parameter value: The old value; nil if it does not exist, which is the same as null.
  private static func setting(
    _ new: JSONValue, at path: ArraySlice<JSONPath.Component>, in value: JSONValue?
  ) -> JSONValue? {
    guard let component = path.first else { return new }
    let rest = path.dropFirst()
    switch (component, value ?? .null) {
    case (.key(let key), .object(var object)):
      guard let member = setting(new, at: rest, in: object[key]) else { return nil }
      object.update(key, to: member)
      return .object(object)
    case (.key(let key), .null):
      return setting(new, at: rest, in: nil).map { .object([key: $0]) }
    case (.index(let index), .array(let elements)):
      return setting(new, at: rest, inElement: index, of: elements)
    case (.index(0), .null):
      return setting(new, at: rest, in: nil).map { .array([$0]) }
    default:
      return nil
    }
  }

  /// The array of `elements` with `new` set at `path` in the element at `index`; nil if a step does
  /// not match the kind of value there.
  ///
  /// The index after the last one appends an element; a higher one gives nil.
  private static func setting(
    _ new: JSONValue, at path: ArraySlice<JSONPath.Component>, inElement index: Int,
    of elements: [JSONValue]
  ) -> JSONValue? {
    guard index >= 0, index <= elements.count else { return nil }
    let isAppended = index == elements.count
    let old = isAppended ? nil : elements[index]
    guard let element = setting(new, at: path, in: old) else { return nil }
    var elements = elements
    if isAppended {
      elements.append(element)
    } else {
      elements[index] = element
    }
    return .array(elements)
  }
}
