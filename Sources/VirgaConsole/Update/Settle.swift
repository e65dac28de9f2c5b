import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaManifest

extension State {
  /// Makes the state whole after a change: cursors in their lists, windows around cursors, values of what is seen.
  mutating func settle() {
    if focus != .details { isAboutFeature = false }
    if !parts.isOffered(focus, in: self), let first = screen.panels.first { focus = first }
    lastFocus[screen] = focus
    // The first line counts what is wrong in files of flags, whatever the screen.
    if flags.hasUnread(beside: workspace) {
      flags.resolve(workspace, session, channel: channel)
      tellOfFlagErrors()
    }
    findProblems()
    layOut()
    parts.settle(&self)
    settleDraftCounts()
    settleSearch()
    followOverlay()
    if let shown = overlay, let panel = PickerPanel(self) {
      overlay?.list.scroll.settle(count: shown.list.count, height: panel.rowsArea.rows)
    }
    let contexts = keyContexts
    if !hintKeys.areThose(of: contexts, options.keys) { hintKeys = HintKeys(self, in: contexts) }
  }

  /// Finds where everything stands.
  mutating func layOut() {
    let captionRows = caption?.lines(columns: size.columns).count ?? (focus == .editor ? messageRows : 1)
    layout = Layout(size: size, captionRows: captionRows) { body in parts.areas(in: body, of: self) }
  }

  /// Keeps the details from being moved beyond their end; they begin at the top where they are about something else.
  mutating func settleDetailsWindow() {
    let inside = layout.inside(.details)
    let subject = DetailPanel.subject(of: self)
    if subject != table.detailsSubject { table.detailsTop = 0 }
    table.detailsSubject = subject
    guard table.detailsTop > 0 else {
      table.detailsTop = 0
      return
    }
    let count = DetailPanel.lines(of: self, columns: inside.columns).count
    table.detailsTop = min(table.detailsTop, max(0, count - inside.rows))
  }

  /// Counts the changed values of the features in sight; those counted before are kept.
  mutating func settleChanges() {
    let key = ChangesKey(generation: workspace.generation, channel: channel)
    if key != changesKey {
      changes = [:]
      changesKey = key
    }
    guard let manifest = workspace.manifest else { return }
    let features = workspace.features
    for place in list.scroll.window(count: list.rows.count, height: height(of: .features)) {
      guard let index = list.rows[place].index, changes[features[index].id] == nil else { continue }
      let feature = features[index]
      let hasBlocks = !feature.blocks.isEmpty || !feature.additions.isEmpty
      changes[feature.id] = hasBlocks ? manifest.merged(feature, channel: channel).changedLeafCount : 0
    }
  }
}

extension MergedFeature {
  /// How many leaves are changed.
  var changedLeafCount: Int { leaves().count(where: \.isChanged) }
}

extension MergedLeaf {
  /// Whether a layer above the variable default gives the value; an edit that says what counts without it changes nothing.
  var isChanged: Bool {
    guard layer == .edit, let below = beneath.last, below.value == value else { return layer.isAboveVariableDefault }
    return below.layer.isAboveVariableDefault
  }
}
