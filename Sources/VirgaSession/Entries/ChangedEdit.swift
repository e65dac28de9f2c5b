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

  /// Creates a current value, to which a change is applied; it has no old value.
  init(current: JSONValue) { self.init(from: nil, to: current) }

  init(from old: JSONValue?, to new: JSONValue?) {
    self.old = old
    self.new = new
  }

  var removesLower: Bool { new == nil }

  /// Applies `change` to the current value, the ``new`` of `self`; nil unless both new values are
  /// objects.
  ///
  /// Only the members that `change` touches are changed: `{"a": 1, "b": 3}` with a change from
  /// `{"a": 1}` to `{"a": 2}` is `{"a": 2, "b": 3}`.
  ///
  /// `join` does the same for one member: it gets the member's current value, nil if the member is
  /// missing, and the change of the member; it returns nil if the member is removed.
  func joined(
    with change: ChangedEdit, _ join: (ChangedEdit?, ChangedEdit) -> ChangedEdit?
  ) -> ChangedEdit? {
    guard case .object(var currentMembers)? = new, case .object(let newMembers)? = change.new else {
      return nil
    }
    let oldMembers = change.old?.objectValue ?? [:]
    let removedKeys = oldMembers.keys.filter { newMembers[$0] == nil }
    for key in removedKeys + newMembers.keys where oldMembers[key] != newMembers[key] {
      let memberChange = ChangedEdit(from: oldMembers[key], to: newMembers[key])
      let currentMember = currentMembers[key].map { ChangedEdit(current: $0) }
      // Nil removes the member.
      currentMembers[key] = join(currentMember, memberChange)?.new
    }
    return ChangedEdit(current: .object(currentMembers))
  }

  func replacing(_ lower: ChangedEdit) -> ChangedEdit { self }

  func remainder(of lower: ChangedEdit) -> ChangedEdit? { nil }
}
