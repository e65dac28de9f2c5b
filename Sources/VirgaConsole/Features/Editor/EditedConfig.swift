import VirgaCanvas
import VirgaJSON
import VirgaSession
import VirgaWorkbench

/// What a text of the config editor configures: the edit of a feature, or a branch's config of it.
struct EditedConfig: Hashable, Sendable {
  private let id: Name
  private let recipe: Name?
  private let branch: Name?

  /// The edit of a feature.
  init(editOf feature: String) {
    id = Name(feature)
    recipe = nil
    branch = nil
  }

  /// The config of a feature in a branch.
  init(_ place: BranchFeature) {
    id = Name(place.feature)
    recipe = Name(place.slug)
    branch = Name(place.branch)
  }

  var feature: String { id.text }
  /// The branch whose config it is; nil for an edit.
  var branchFeature: BranchFeature? {
    guard let recipe, let branch else { return nil }
    return BranchFeature(feature, in: branch.text, of: recipe.text)
  }
  var isEditOfFeature: Bool { recipe == nil }

  /// The entry of the session that has the draft of the config.
  var draftKey: EntryKey { branchFeature?.draftKey ?? EntryKey(.draft, feature) }

  /// The entry of the session that has the config.
  var key: EntryKey { recipe.map { EntryKey(.recipe, $0.text) } ?? EntryKey(.edit, feature) }

  /// Its name in a sentence, as in `edit of search`, or for a branch
  /// `config of search in control of new-search`.
  var words: String {
    guard let place = branchFeature else { return "edit of \(feature)" }
    return "config of \(feature) in \(place.branch) of \(place.slug)"
  }

  /// What a message says that someone else changed: the `edit`, or the `branch` that has the
  /// config.
  var noun: String { isEditOfFeature ? "edit" : "branch" }

  /// The titles of the text, the longest first, of which a border shows the first one that fits.
  ///
  /// For a branch's config as in `new-search · control · search`; for an edit, `Edit of search`.
  ///
  /// - Parameter patchedBranch: The branch whose config an edit patches; nil if it patches none.
  ///   The titles of a branch's config leave it out.
  func titles(overBranch patchedBranch: String?) -> [DisplayText] {
    if let place = branchFeature {
      return [
        "\(place.slug) · \(place.branch) · \(feature)", "\(place.branch) · \(feature)",
        DisplayText(feature),
      ]
    }
    let titlesWithBranch: [DisplayText] =
      patchedBranch.map { ["Edit of \(feature)  over \($0)", "Edit over \($0)"] } ?? []
    return titlesWithBranch + ["Edit of \(feature)", "Edit"]
  }
}

extension Session {
  /// The config that is applied; nil if the feature has no edit, or the branch no config of it.
  func appliedJSON(of config: EditedConfig) -> JSONValue? {
    guard let place = config.branchFeature else { return self[.edit, config.feature] }
    return recipe(place.slug)?.config(at: place).map { .object($0) }
  }

  /// The text that the session stores as a draft; nil if it stores none.
  func draft(of config: EditedConfig) -> String? {
    guard let place = config.branchFeature else { return self[.draft, config.feature]?.stringValue }
    return draft(at: place)?.text
  }

  /// The config that the stored draft started from; nil if that was none, or without a draft.
  func draftBase(of config: EditedConfig) -> JSONValue? {
    if let place = config.branchFeature { return draft(at: place)?.base }
    // A draft that started without an edit has a null as its base.
    return self[.draftBase, config.feature].flatMap { $0.isNull ? nil : $0 }
  }
}
