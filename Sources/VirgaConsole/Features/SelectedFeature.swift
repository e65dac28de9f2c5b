import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

// The feature that is selected on the Features screen, and its text in the config editor.
extension FeaturesScreen {
  /// The feature under the cursor of the list; nil if the list is empty or the manifest does not
  /// have it.
  func selectedFeature(_ shared: Shared) -> FeatureDefinition? {
    guard let selected = list.selected else { return nil }
    return shared.workspace.manifest?.feature(selected.name)
  }

  /// What the config editor configures: a branch while its text has the focus, else the edit of the
  /// selected feature; nil without a selected feature.
  func editedConfig(_ shared: Shared) -> EditedConfig? {
    guard let id = selectedFeature(shared)?.id else { return nil }
    if shared.isInEditor, let config = editing.branchConfig, config.feature.isSameName(as: id) {
      return config
    }
    return EditedConfig(editOf: id)
  }

  /// Whether the config editor has a text of the selected feature to show: because the editor has
  /// the focus, because a text was typed and not saved yet, or because the session has an edit or a
  /// draft.
  func hasEditorText(_ shared: Shared) -> Bool {
    guard let config = editedConfig(shared) else { return false }
    if shared.isInEditor || editing.editors[config]?.isChanged == true { return true }
    return shared.session[config.key] != nil || shared.session.draft(of: config) != nil
  }

  /// The editor of the selected feature; nil if it has no text to show.
  func editor(_ shared: Shared) -> ConfigEditor? {
    guard hasEditorText(shared), let config = editedConfig(shared) else { return nil }
    return editing.editors[config]
  }

  /// The areas of the parts of the editor; nil if it is not visible.
  func editorLayout(_ shared: Shared) -> EditorLayout? {
    guard let area = shared.layout.panels[.editor], let editor = editor(shared) else { return nil }
    return EditorLayout(area, of: editor)
  }

  /// Changes the editor of the selected feature, if there is one; returns the message that the
  /// change left in the editor.
  @discardableResult
  mutating func edit(_ shared: Shared, _ change: (inout ConfigEditor) -> Void) -> Outcome {
    guard let config = editedConfig(shared) else { return [] }
    return edit(config, change)
  }

  /// Changes the editor of a config, if it has one; returns the message that the change left in the
  /// editor, if any.
  ///
  /// The editor is moved out of the screen meanwhile, so that changing its text copies nothing.
  @discardableResult
  mutating func edit(
    _ config: EditedConfig, _ change: (inout ConfigEditor) -> Void
  ) -> Outcome {
    guard var editor = editing.editors.removeValue(forKey: config) else { return [] }
    // A message of an earlier change must not be returned for this one.
    editor.message = nil
    change(&editor)
    editing.editors[config] = editor
    guard let message = editor.message else { return [] }
    return message.kind == .refusal ? .refused(message) : .done(saying: message)
  }
}

extension Shared {
  /// Whether the text of the selected feature or its merged result has the focus.
  var isInEditor: Bool { [.editor, .merged].contains(focus) }
}

extension Model {
  var isInEditor: Bool { shared.isInEditor }
  var selectedFeature: FeatureDefinition? { features.selectedFeature(shared) }
  /// Whether the config editor has a text of the selected feature to show.
  var hasEditorText: Bool { features.hasEditorText(shared) }
  /// The editor of the selected feature; nil if it has no text to show.
  var editor: ConfigEditor? { features.editor(shared) }
  var editorLayout: EditorLayout? { features.editorLayout(shared) }

  /// Changes the editor of the selected feature.
  @discardableResult
  mutating func edit(_ change: (inout ConfigEditor) -> Void) -> Outcome {
    features.edit(shared, change)
  }
}
