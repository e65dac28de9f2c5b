package import VirgaExperiments
package import VirgaJSON
package import VirgaManifest
package import VirgaSession
import VirgaSource
import VirgaTargeting

/// The changes to the client since the beginning of a session's history.
///
/// The client is its attributes, clock, participation and behavioral events. Reverted changes and
/// the generated client id are left out.
package struct ClientChanges: Equatable, Sendable {
  /// The changes, each from the initial value to the current one; sorted.
  package private(set) var all: [EntryChange] = []

  /// An entry's first change: the value before it, and the operation that made it.
  private struct FirstChange: Equatable {
    let operation: Int64
    let old: JSONValue?
  }

  private var first: [EntryKey: FirstChange] = [:]
  /// The ids of operations that are initial state.
  private let given: Set<Int64>

  /// The changes in the history of `session`, besides the operations `given`, which are initial
  /// state.
  package init(in session: Session = Session(), besides given: Set<Int64> = []) {
    self.given = given
    for operation in session.operations where !operation.isUndone { add(operation) }
    all = first.keys.compactMap { change(of: $0, in: session) }.sorted { $0.key < $1.key }
  }

  /// Updates the changes after `operation` was performed, undone or redone.
  ///
  /// The time does not depend on the length of the history.
  package mutating func follow(_ operation: SessionOperation, in session: Session) {
    if operation.isUndone {
      remove(operation)
    } else {
      add(operation)
    }
    for key in operation.changes.map(\.key) where key.kind.isClientEntry {
      update(key, in: session)
    }
  }

  private mutating func add(_ operation: SessionOperation) {
    guard operation.canBeUndone, !given.contains(operation.id) else { return }
    for change in operation.changes where change.key.kind.isClientEntry && !change.isDrawnID {
      guard first[change.key] == nil else { continue }
      first[change.key] = FirstChange(operation: operation.id, old: change.old)
    }
  }

  /// Removes an undone operation, which was the last: no later one changed its entries.
  private mutating func remove(_ operation: SessionOperation) {
    for key in operation.changes.map(\.key) where first[key]?.operation == operation.id {
      first[key] = nil
    }
  }

  private mutating func update(_ key: EntryKey, in session: Session) {
    let index = all.partitioningIndex { $0.key >= key }
    if index < all.count, all[index].key == key { all.remove(at: index) }
    if let change = change(of: key, in: session) { all.insert(change, at: index) }
  }

  /// Nil if the entry was not changed or has its initial value again.
  private func change(of key: EntryKey, in session: Session) -> EntryChange? {
    guard let first = first[key], first.old != session[key] else { return nil }
    return EntryChange(key, from: first.old, to: session[key])
  }
}

extension Operations {
  /// Changes of the client as the operation that ``revert(_:)`` reverts; nil if there are none.
  package func clientChange(_ changes: [EntryChange]) -> SessionOperation? {
    var operationContext = operationContext
    operationContext.readOnlyReason = nil
    guard var operation = try? session.operations(in: operationContext).revert(changes) else {
      return nil
    }
    operation.label = "change the client" + (changes.count == 1 ? "" : ", \(changes.count) changes")
    operation.changes = operation.changes.map(\.inverse)
    operation.events = []
    return operation
  }

  package func revert(_ changes: [EntryChange]) throws(Refusal) -> SessionOperation {
    guard let first = changes.first else { throw Refusal("the client was not changed") }
    var draft = try draft()
    for change in changes { draft.set(change.key.kind, change.key.name, to: change.old) }
    draft.evolve(reportsAll: changes.contains { $0.key.kind == .participation })
    let what =
      first.key.name.isEmpty ? first.key.kind.title : "\(first.key.kind.title) \(first.key.name)"
    return try draft.finished(
      "reset " + (changes.count == 1 ? what : "the client, \(changes.count) changes"))
  }
}

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

  /// The text of a number of seconds, such as `+86400s`.
  package static func text(_ seconds: Int64) -> String { "\(seconds < 0 ? "" : "+")\(seconds)s" }
}

extension Session {
  /// The current channel: the chosen one, if the manifest has it, else the manifest's first.
  package func channel(in manifest: Manifest?) -> String? {
    let chosen = self[.channel]?.stringValue
    guard let manifest else { return chosen }
    return chosen.flatMap { manifest.channels.containsName($0) ? $0 : nil }
      ?? manifest.channels.first
  }

  /// The channel on screen, or else the session's.
  func channel(in operationContext: OperationContext) -> String? {
    operationContext.channel ?? channel(in: operationContext.manifest)
  }

  /// The client's attributes: those that the person set, else those of the manifest or common to
  /// all recipes.
  package func attributes(in operationContext: OperationContext) -> [Name: JSONValue] {
    var attributes = all(.context)
    if attributes[ClientKey.channel] == nil {
      attributes[ClientKey.channel] = channel(in: operationContext).map(JSONValue.string)
    }
    if attributes[ClientKey.appName] == nil {
      attributes[ClientKey.appName] = (operationContext.manifest?.appName ?? commonAppName).map(
        JSONValue.string)
    }
    return attributes
  }

  /// The application that all recipes name; nil if there is none or several.
  private var commonAppName: String? {
    let names = Set(all(.recipe).values.compactMap { $0["appName"]?.stringValue })
    return names.count == 1 ? names.first : nil
  }

  package func client(in operationContext: OperationContext) -> Client {
    let attributes = ClientAttributes(
      flat: attributes(in: operationContext).mapValues { ExpressionValue($0) })
    let coenrolling = operationContext.coenrollingFeatures.union(
      operationContext.manifest?.coenrollingFeatures ?? [])
    return Client(
      attributes: attributes, events: behavior, userSetPreferences: Set(all(.preference).keys),
      coenrollingFeatures: coenrolling, now: now(wall: operationContext.time))
  }
}

/// One channel of an app that accepts external recipes: how it is built and started.
package struct KnownApp: Sendable {
  package let name: String
  package let channel: String
  /// The bundle id or the package.
  package let id: String
  package var scheme: String?
  /// The activity that starts on Android; nil for an app on iOS.
  package var activity: String?

  package var isOnAndroid: Bool { activity != nil }

  private static let focusActivity = "org.mozilla.focus.activity.MainActivity"

  /// The table of apps (Rule: VirgaWorkbench/KnownApps).
  package static let all: [KnownApp] = [
    KnownApp(
      name: "fenix", channel: "developer", id: "org.mozilla.fenix.debug", scheme: "fenix-dev",
      activity: ".App"),
    KnownApp(
      name: "fenix", channel: "nightly", id: "org.mozilla.fenix", scheme: "fenix-nightly",
      activity: ".App"),
    KnownApp(
      name: "fenix", channel: "beta", id: "org.mozilla.firefox_beta", scheme: "fenix-beta",
      activity: ".App"),
    KnownApp(
      name: "fenix", channel: "release", id: "org.mozilla.firefox", scheme: "fenix",
      activity: ".App"),
    KnownApp(
      name: "focus_android", channel: "developer", id: "org.mozilla.focus.debug",
      activity: focusActivity),
    KnownApp(
      name: "focus_android", channel: "nightly", id: "org.mozilla.focus.nightly",
      activity: focusActivity),
    KnownApp(
      name: "focus_android", channel: "beta", id: "org.mozilla.focus.beta", activity: focusActivity),
    KnownApp(
      name: "focus_android", channel: "release", id: "org.mozilla.focus", activity: focusActivity),
    KnownApp(
      name: "firefox_ios", channel: "developer", id: "org.mozilla.ios.Fennec", scheme: "fennec"),
    KnownApp(
      name: "firefox_ios", channel: "beta", id: "org.mozilla.ios.FirefoxBeta",
      scheme: "firefox-beta"),
    KnownApp(
      name: "firefox_ios", channel: "release", id: "org.mozilla.ios.Firefox",
      scheme: "firefox-internal"),
    KnownApp(
      name: "focus_ios", channel: "developer", id: "org.mozilla.ios.Focus", scheme: "firefox-focus"),
    KnownApp(
      name: "focus_ios", channel: "beta", id: "org.mozilla.ios.Focus", scheme: "firefox-focus"),
    KnownApp(
      name: "focus_ios", channel: "release", id: "org.mozilla.ios.Focus", scheme: "firefox-focus"),
  ]
}

extension Manifest {
  /// The app's name in recipes, by its Android package or its iOS module; nil if unknown.
  package var appName: String? {
    let about = modules.first?.about
    if let package = about?.kotlin?.package {
      return KnownApp.all.first { $0.isOnAndroid && $0.id == package }?.name
    }
    return about?.swift.flatMap { Self.appsByModule[$0.module] }
  }

  private static let appsByModule = ["Client": "firefox_ios", "Blockzilla": "focus_ios"]
}
