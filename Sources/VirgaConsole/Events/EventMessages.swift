import VirgaSession

extension StatusMessage {
  static let noEventSelected = refusal("no event is selected")
  static let noEventShown = refusal("no event is shown")
  static let eventHasNoSubject = refusal("the event is not about a flag, feature or recipe")
  static let eventHasNoPath = refusal("the event is not about a feature or recipe")
  static func recipeGone(_ slug: String) -> Self { refusal("the session no longer has the recipe \(slug)") }
  static func nothingReads(_ key: EntryKey) -> Self { refusal("no flag and no variable reads \(key.name)") }
}
