/// A value that is shared until it changes.
///
/// A console model has hundreds of fields, and each type that contains one gets code to copy,
/// assign and destroy them all. In the suites with a console, that was more than two thirds of the
/// compiled code.
@propertyWrapper package struct CopiedOnWrite<Value> {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  /// Stores a value that no other wrapper shares yet.
  package init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  /// The value; a change copies it if other wrappers share it.
  package var wrappedValue: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}

/// `@unchecked Sendable`: a stored value changes only while no other wrapper shares it.
extension CopiedOnWrite: @unchecked Sendable where Value: Sendable {}
