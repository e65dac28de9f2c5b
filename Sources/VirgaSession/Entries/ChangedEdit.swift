import VirgaExperiments
import VirgaJSON

/// An edit, or a part of one, before and after a change.
///
/// Overlaid on an edit that another process changed meanwhile, it touches only the members that the
/// change touched: a change from `{"a": 1}` to `{"a": 2}` over `{"a": 1, "b": 3}` gives
/// `{"a": 2, "b": 3}`. A null is a value here, because an edit may have one; a member that the
/// change removed has no new value.
struct ChangedEdit: Overlayable {
  let old: JSONValue?
  /// Nil if the change removed it.
  let new: JSONValue?

  /// Creates a value that the change does not touch.
  init(untouched current: JSONValue) { self.init(from: nil, to: current) }

  init(from old: JSONValue?, to new: JSONValue?) {
    self.old = old
    self.new = new
  }

  var removesLower: Bool { new == nil }

  /// The current value, which is ``new`` of this edit, with only those members changed that
  /// `change` touches; nil unless the current value and the new one of the change are objects.
  ///
  /// `join` applies the change of one member to the member's current value, nil without one; it
  /// gives nil for a member that is removed.
  func joined(
    with change: ChangedEdit, _ join: (ChangedEdit?, ChangedEdit) -> ChangedEdit?
  ) -> ChangedEdit? {
    guard case .object(var members)? = new, case .object(let newMembers)? = change.new else {
      return nil
    }
    let oldMembers = change.old?.objectValue ?? [:]
    let removedKeys = oldMembers.keys.filter { newMembers[$0] == nil }
    for key in removedKeys + newMembers.keys where oldMembers[key] != newMembers[key] {
      let memberChange = ChangedEdit(from: oldMembers[key], to: newMembers[key])
      let currentMember = members[key].map { ChangedEdit(untouched: $0) }
      // Nil removes the member.
      members[key] = join(currentMember, memberChange)?.new
    }
    return ChangedEdit(untouched: .object(members))
  }

  func replacing(_ lower: ChangedEdit) -> ChangedEdit { self }

  func remainder(of lower: ChangedEdit) -> ChangedEdit? { nil }
}
