import VirgaJSON
package import VirgaSession
import VirgaSource

/// The changes to the client since the beginning of a session's history.
///
/// The client is its attributes, clock, participation and behavioral events. Reverted changes and the generated client
/// id are left out. The cost of following an operation depends on its changes, not on the length of the history.
package struct ClientChanges: Equatable, Sendable {
  /// The changes, each from the initial value to the current one; sorted.
  package private(set) var all: [EntryChange] = []
  private let given: Set<Int64>
  private var initialValues: [EntryKey: InitialValue] = [:]

  private struct InitialValue: Equatable, Sendable {
    /// The first operation that changed it.
    var operation: Int64
    var value: JSONValue?
  }

  /// The changes in the history of `session`.
  ///
  /// - Parameter given: The ids of operations that count as initial state.
  package init(in session: Session = Session(), besides given: Set<Int64> = []) {
    self.given = given
    for operation in session.operations where !operation.isUndone { add(operation) }
    all = initialValues.map { EntryChange($0, from: $1.value, to: session[$0]) }.filter { $0.old != $0.new }
      .sorted { $0.key < $1.key }
  }

  /// Updates the changes after `session` performed, undid or redid an operation.
  package mutating func follow(_ operation: SessionOperation, in session: Session) {
    add(operation)
    for key in operation.changes.lazy.map(\.key) where key.kind.isClientEntry { renew(key, from: session) }
  }

  private mutating func add(_ operation: SessionOperation) {
    guard operation.canBeUndone, !given.contains(operation.id) else { return }
    for change in operation.changes where change.key.kind.isClientEntry {
      let known = initialValues[change.key]
      if operation.isUndone {
        if known?.operation == operation.id { initialValues[change.key] = nil }
      } else if known == nil, !change.isDrawnID {
        initialValues[change.key] = InitialValue(operation: operation.id, value: change.old)
      }
    }
  }

  private mutating func renew(_ key: EntryKey, from session: Session) {
    let index = index(of: key)
    if index < all.count, all[index].key == key { all.remove(at: index) }
    guard let initial = initialValues[key], initial.value != session[key] else { return }
    all.insert(EntryChange(key, from: initial.value, to: session[key]), at: index)
  }

  /// The index of an entry's change, or where it would be inserted.
  private func index(of key: EntryKey) -> Int {
    all.partitioningIndex { !($0.key < key) }
  }
}

extension ClientChanges: CustomReflectable {
  /// Reflects only the changes.
  package var customMirror: Mirror { Mirror(self, unlabeledChildren: all, displayStyle: .collection) }
}

extension Operations {
  /// Changes of the client as the operation that ``revert(_:)`` reverts; nil if there are none.
  package func clientChange(_ changes: [EntryChange]) -> SessionOperation? {
    var operationContext = operationContext
    operationContext.readOnlyReason = nil
    guard var operation = try? session.operations(in: operationContext).revert(changes) else { return nil }
    operation.label = "change the client" + (changes.count == 1 ? "" : ", \(changes.count) changes")
    operation.changes = operation.changes.map(\.inverse)
    operation.events = []
    return operation
  }

  /// Reverts changes of the client and evaluates the recipes.
  package func revert(_ changes: [EntryChange]) throws(Refusal) -> SessionOperation {
    guard let first = changes.first else { throw Refusal("the client was not changed") }
    var draft = try draft()
    for change in changes { draft.set(change.key.kind, change.key.name, to: change.old) }
    draft.evolve(reportsAll: changes.contains { $0.key.kind == .participation })
    let what = first.key.name.isEmpty ? first.key.kind.title : "\(first.key.kind.title) \(first.key.name)"
    return try draft.finished("reset " + (changes.count == 1 ? what : "the client, \(changes.count) changes"))
  }
}

/// An amount of time as a person types it.
package enum TimeStep {
  /// The seconds of `+1w`, `+14d`, `+1h30m` or `-45s`; nil for any other text.
  package static func seconds(in text: String) -> Int64? {
    guard let sign = text.first, sign == "+" || sign == "-", text.count > 1 else { return nil }
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    var total: Int64 = 0
    var digits = ""
    for character in text.dropFirst() {
      if character.isASCII, character.isNumber {
        digits.append(character)
        continue
      }
      guard let unit = units[character], let number = Int64(digits) else { return nil }
      let (product, isTooMuch) = number.multipliedReportingOverflow(by: unit)
      let (sum, isTooLong) = total.addingReportingOverflow(product)
      guard !isTooMuch, !isTooLong else { return nil }
      total = sum
      digits = ""
    }
    return digits.isEmpty ? (sign == "-" ? -total : total) : nil
  }
}
