package import VirgaExperiments
package import VirgaJSON

/// A value that can be checked against a type: merged or written.
protocol CheckedValue {
  associatedtype Element: CheckedValue

  var kind: LocatedValue.Kind { get }
  var written: LocatedValue { get }
  var isVariableDefault: Bool { get }
  /// The members of an object, each key once.
  var checkedMembers: [CheckedMember<Self>] { get }
  /// The keys of an object's members whose values could not be read.
  var unreadKeys: [LocatedValue] { get }
  var checkedElements: [Element] { get }
}

struct CheckedMember<Value: CheckedValue> {
  var key: String
  var keyNode: LocatedValue
  var value: Value
}

extension MergedValue: CheckedValue {
  var kind: LocatedValue.Kind { members == nil ? written.kind : .object }

  var isVariableDefault: Bool { layer == .variableDefault }

  var checkedMembers: [CheckedMember<MergedValue>] {
    (members ?? []).map {
      let written = $0.value.written
      return CheckedMember(key: $0.key, keyNode: written.isAbsent ? written : written.keyOfMember, value: $0.value)
    }
  }

  var unreadKeys: [LocatedValue] { [] }

  var checkedElements: [LocatedValue] { Array(written.elements) }
}

extension LocatedValue: CheckedValue {
  var written: LocatedValue { self }

  var isVariableDefault: Bool { false }

  var checkedMembers: [CheckedMember<LocatedValue>] {
    let all = members.map { CheckedMember(key: $0.key, keyNode: $0.keyNode, value: $0.value) }
    guard document.hasRepeatedKeys else { return all }
    var last: [Name: Int] = [:]
    for (index, member) in all.enumerated() { last[member.key] = index }
    return all.enumerated().filter { last[$1.key] == $0 }.map(\.element)
  }

  var checkedElements: [LocatedValue] { Array(elements) }
}

extension CheckedValue {
  /// The value as messages write it: scalars as JSON, arrays as `[…]`, objects as `{…}`.
  var token: String {
    switch kind {
    case .array: "[…]"
    case .object: "{…}"
    case .string: "\"\((written.text ?? "").shortened)\""
    default: written.json.compact
    }
  }
}

extension String {
  fileprivate var shortened: String {
    unicodeScalars.count <= 80 ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(79))) + "…"
  }
}
