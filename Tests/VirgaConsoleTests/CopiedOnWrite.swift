/// A value that is shared until it changes.
///
/// A model has hundreds of fields, and each type that contains one gets code to copy, assign and destroy them all. For
/// every suite with a console, that was three quarters of the compiled tests.
@propertyWrapper struct CopiedOnWrite<Value> {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  var wrappedValue: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}

extension CopiedOnWrite: @unchecked Sendable where Value: Sendable {}
