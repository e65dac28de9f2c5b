import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession

// The feature that is selected on the Features screen, and its text in the config editor.
extension Model {
  /// The feature under the cursor of the list; nil if the list is empty or the manifest does not
  /// have it.
  var selectedFeature: FeatureDefinition? {
    guard let selected = features.list.selected else { return nil }
    return workspace.manifest?.feature(selected.name)
  }

  var isInEditor: Bool { [.editor, .merged].contains(focus) }

  /// Whether the selected feature has a text to show: typed, edit or draft.
  var hasText: Bool {
    guard let id = selectedFeature?.id else { return false }
    return isInEditor || session[.edit, id] != nil || session[.draft, id] != nil
      || features.editing.editors[id]?.isChanged == true
  }

  /// The editor of the selected feature; nil if it has no text to show.
  var editor: ConfigEditor? {
    hasText ? selectedFeature.flatMap { features.editing.editors[$0.id] } : nil
  }

  /// The areas of the visible editor.
  var editorLayout: EditorLayout? {
    guard let area = layout.panels[.editor], let editor else { return nil }
    return EditorLayout(area, of: editor)
  }

  /// Changes the editor of the selected feature; returns the message that the change left in it.
  ///
  /// The editor is moved out of the model meanwhile, so that changing its text copies nothing.
  @discardableResult
  mutating func edit(_ change: (inout ConfigEditor) -> Void) -> Outcome {
    guard let id = selectedFeature?.id,
      var editor = features.editing.editors.removeValue(forKey: Name(id))
    else { return [] }
    editor.message = nil
    change(&editor)
    features.editing.editors[id] = editor
    guard let message = editor.message else { return [] }
    return message.kind == .refusal ? .refused(message) : .done(saying: message)
  }
}
